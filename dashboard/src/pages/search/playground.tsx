import {
  Button,
  Collapse,
  Grid,
  Group,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { CompareIcon, FilterIcon } from '../../components/icons.ts';
import { useDraft } from '../../components/use-draft.ts';
import { count } from '../../components/words.ts';
import { type Comparison, compare, summaryOf } from './compare.ts';
import { describe } from './describe.ts';
import { NothingAsked } from './nothing-asked.tsx';
import { Results } from './results.tsx';
import type { SearchSettings } from './search-params.ts';
import { SettingsFields } from './settings-fields.tsx';
import { greatestScore, type Searched, useFound } from './use-found.ts';

const route = getRouteApi('/projects/$projectId/search');
const NO_SETTINGS: SearchSettings = {};

/** A search with its settings, or two settings side by side. */
export function Playground({ query }: { query: string }) {
  const { query: _query, other, view: _view, agentId: _agentId, ...settings } = route.useSearch();
  const navigate = route.useNavigate();
  const replaceSettings = (next: SearchSettings, compared: SearchSettings | undefined) =>
    navigate({
      search: ({ query, view, agentId }) => ({
        query,
        view,
        agentId,
        ...next,
        other: compared,
      }),
      replace: true,
    });
  const first = useFound(query, settings);
  const second = useFound(query, other ?? NO_SETTINGS, other === undefined);
  const greatest = greatestScore(other === undefined ? [first] : [first, second]);
  const start = (
    <Button
      variant="default"
      size="xs"
      leftSection={<CompareIcon size={14} />}
      onClick={() => replaceSettings(settings, settings)}
    >
      Compare with other settings
    </Button>
  );
  if (other === undefined) {
    return (
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack gap="sm">
            <Settings
              title="Settings"
              settings={settings}
              onChange={(next) => replaceSettings(next, undefined)}
            />
            {start}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Answer query={query} searched={first} settings={settings} greatest={greatest} />
        </Grid.Col>
      </Grid>
    );
  }
  const comparison =
    first.found && second.found ? compare(first.found.results, second.found.results) : null;
  return (
    <>
      <Group mb="sm" justify="space-between" gap="xs">
        <Text fw={550} role="status" aria-label="What moved">
          {comparison && summaryOf(comparison)}
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => replaceSettings(settings, undefined)}>
            Keep only A
          </Button>
          <Button size="xs" variant="default" onClick={() => replaceSettings(other, undefined)}>
            Keep only B
          </Button>
        </Group>
      </Group>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack gap="sm" miw={0}>
          <Settings
            title="A"
            isOpenAtFirst={false}
            settings={settings}
            onChange={(next) => replaceSettings(next, other)}
          />
          <Answer query={query} searched={first} settings={settings} greatest={greatest} side="A" />
        </Stack>
        <Stack gap="sm" miw={0}>
          <Settings
            title="B"
            // A comparison starts with equal settings. The person then changes those of B.
            isOpenAtFirst={JSON.stringify(settings) === JSON.stringify(other)}
            settings={other}
            onChange={(next) => replaceSettings(settings, next)}
          />
          <Answer
            query={query}
            searched={second}
            settings={other}
            greatest={greatest}
            comparison={comparison}
            side="B"
          />
        </Stack>
      </SimpleGrid>
    </>
  );
}

type AnswerProps = {
  query: string;
  searched: Searched;
  settings: SearchSettings;
  greatest: number;
  comparison?: Comparison | null;
  side?: 'A' | 'B';
};

function Answer({ query, side, ...shown }: AnswerProps) {
  if (query.trim() === '') {
    return (
      <NothingAsked>
        Type what an agent might ask. The results show how each score is made, and what was nearly
        found.
      </NothingAsked>
    );
  }
  return <Results {...shown} label={side ? `Results of ${side}` : 'Results'} />;
}

type SettingsProps = {
  title: string;
  settings: SearchSettings;
  onChange: (settings: SearchSettings) => void;
  isOpenAtFirst?: boolean;
};

/** The parameters, which fold away on a narrow screen. */
function Settings({ title, settings, onChange, isOpenAtFirst = true }: SettingsProps) {
  const isWide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false });
  const [draft, change] = useDraft(settings, onChange);
  const [isOpen, { toggle }] = useDisclosure(isOpenAtFirst && isWide === true);
  const { preset: _preset, ...changed } = draft;
  const given = Object.values(changed).filter((value) => value !== undefined).length;
  return (
    <Paper p="md" component="section" aria-label={`Settings ${title}`}>
      <Group justify="space-between" gap="xs">
        <Title order={2}>{title}</Title>
        <Group gap="xs">
          {given > 0 && (
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => change({ preset: draft.preset })}
              aria-label={`Reset ${count(given, 'setting')} to the defaults`}
            >
              Reset ({given})
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<FilterIcon size={14} />}
            onClick={toggle}
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Hide' : 'Show'} the settings ${title}`}
          >
            {isOpen ? 'Hide' : 'Show'}
          </Button>
        </Group>
      </Group>
      {!isOpen && (
        <Text size="sm" c="dimmed" mt={4}>
          {describe(draft)}
        </Text>
      )}
      <Collapse expanded={isOpen} pt="xs">
        <SettingsFields settings={draft} onChange={change} />
      </Collapse>
    </Paper>
  );
}
