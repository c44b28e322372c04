import {
  ActionIcon,
  AppShell,
  Burger,
  Button,
  Group,
  Kbd,
  Menu,
  ScrollArea,
  Text,
  Tooltip,
  useComputedColorScheme,
  useMantineColorScheme,
  useMatches,
} from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { openSpotlight } from '@mantine/spotlight';
import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { MoonIcon, SearchIcon, SignOutIcon, SunIcon, UserIcon } from '../components/icons.ts';
import { NavigationLink } from '../components/link.tsx';
import { Logo } from '../components/logo.tsx';
import { sentenceCase } from '../components/words.ts';
import { useSession } from '../session/session.tsx';
import { CommandPalette } from './command-palette.tsx';
import { LiveBadge } from './live-badge.tsx';
import { MissingProject } from './missing-project.tsx';
import { navigationOf } from './navigation.ts';
import { focusPage, PAGE_ID } from './page-focus.ts';
import { ProjectSwitcher } from './project-switcher.tsx';
import { useGoShortcuts } from './use-go-shortcuts.ts';
import { useProjectId } from './use-project-id.ts';

/** The frame around every page of a project: header, navigation and command palette. */
export function Shell({ children }: { children: ReactNode }) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const isNarrow = useMatches({ base: true, sm: false });
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(close, [path, close]);
  useGoShortcuts();
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 224, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <SkipLink />
      <AppShell.Header>
        <Group h="100%" px="sm" gap="xs" wrap="nowrap">
          <Burger
            opened={isOpen}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label="Navigation"
          />
          <Logo />
          <ProjectSwitcher />
          <Group gap="xs" ml="auto" wrap="nowrap">
            <LiveBadge />
            <FindButton />
            <ThemeButton />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      {/* While it is moved out of a narrow screen, the keyboard does not reach it. */}
      <AppShell.Navbar p="xs" aria-label="Pages" inert={isNarrow && !isOpen}>
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main id={PAGE_ID} tabIndex={-1}>
        <MissingProject />
        {children}
      </AppShell.Main>
      <CommandPalette />
    </AppShell>
  );
}

/** A link for keyboard users that skips the navigation. It is visible only while it has the focus. */
function SkipLink() {
  return (
    <a
      className="skip-link"
      href={`#${PAGE_ID}`}
      onClick={(event) => {
        event.preventDefault();
        focusPage();
      }}
    >
      Skip the navigation
    </a>
  );
}

function Navigation() {
  const session = useSession();
  const projectId = useProjectId();
  return (
    <ScrollArea>
      {navigationOf(session).map((group) => (
        <div key={group.label}>
          <Text size="xs" fw={600} c="dimmed" px="xs" pt="sm" pb={4}>
            {group.label}
          </Text>
          {group.destinations.map(({ to, label, icon: Icon, shortcut }) => (
            <NavigationLink
              key={to}
              to={to}
              params={{ projectId }}
              activeOptions={{ exact: to === '/projects/$projectId' }}
              activeProps={{ active: true, 'aria-current': 'page' }}
              label={label}
              leftSection={<Icon size={18} />}
              title={`g ${shortcut}`}
              py={6}
              style={{ borderRadius: 'var(--mantine-radius-md)' }}
            />
          ))}
        </div>
      ))}
    </ScrollArea>
  );
}

function FindButton() {
  useHotkeys([['/', () => openSpotlight()]]);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        visibleFrom="md"
        leftSection={<SearchIcon size={14} />}
        rightSection={<Kbd size="xs">Ctrl K</Kbd>}
        onClick={openSpotlight}
      >
        Go to
      </Button>
      <ActionIcon
        variant="default"
        size="lg"
        hiddenFrom="md"
        onClick={openSpotlight}
        aria-label="Go to a page"
      >
        <SearchIcon size={18} />
      </ActionIcon>
    </>
  );
}

function ThemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const next = scheme === 'light' ? 'dark' : 'light';
  return (
    <Tooltip label={`Use the ${next} theme`}>
      <ActionIcon
        variant="default"
        size="lg"
        visibleFrom="xs"
        onClick={() => setColorScheme(next)}
        aria-label={`Use the ${next} theme`}
      >
        {scheme === 'light' ? <MoonIcon size={18} /> : <SunIcon size={18} />}
      </ActionIcon>
    </Tooltip>
  );
}

function AccountMenu() {
  const { viewer, signOut, server } = useSession();
  const { setColorScheme } = useMantineColorScheme();
  const next = useComputedColorScheme('light') === 'light' ? 'dark' : 'light';
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label="Account">
          <UserIcon size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {viewer.apiKey ? `Key “${viewer.apiKey.name}”` : 'Root key'}, role{' '}
          {sentenceCase(viewer.role)}
        </Menu.Label>
        <Menu.Item hiddenFrom="xs" onClick={() => setColorScheme(next)}>
          Use the {next} theme
        </Menu.Item>
        <Menu.Item leftSection={<SignOutIcon size={16} />} onClick={() => signOut()}>
          Sign out
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Lorebase {server.version}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  );
}
