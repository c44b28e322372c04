import { Box, Group, Stack, Text } from '@mantine/core';
import { Fold } from '../../components/fold.tsx';
import { AgentIcon, SettingsIcon, ToolIcon, UserIcon } from '../../components/icons.ts';
import { JsonView } from '../../components/json-view.tsx';
import { LongText } from '../../components/long-text.tsx';
import { shorten } from '../../components/words.ts';
import type { Call, Part, Role, Turn } from './messages.ts';

const ROLES = {
  system: { label: 'System', color: 'gray', icon: SettingsIcon },
  user: { label: 'User', color: 'indigo', icon: UserIcon },
  assistant: { label: 'Assistant', color: 'teal', icon: AgentIcon },
  tool: { label: 'Tool', color: 'orange', icon: ToolIcon },
} as const satisfies Record<Role, unknown>;

/** Characters of folded content that are shown beside its title. */
const PREVIEW = 160;

/** One turn of a conversation: who speaks, the texts, and the calls of tools. */
export function TurnView({ turn: { role, parts } }: { turn: Turn }) {
  const { label, color, icon: Icon } = ROLES[role];
  const content = (
    <Stack gap="xs">
      {parts.map((part, i) => (
        <PartView key={i} part={part} />
      ))}
    </Stack>
  );
  return (
    <Box
      role="listitem"
      pl="sm"
      py={6}
      style={{ borderLeft: `3px solid var(--mantine-color-${color}-filled)` }}
    >
      {role === 'system' ? (
        <Fold title={label} preview={previewOf(parts)}>
          {content}
        </Fold>
      ) : (
        <>
          <Group gap={6} mb={4}>
            <Icon size={16} />
            <Text size="sm" fw={600}>
              {label}
            </Text>
          </Group>
          {content}
        </>
      )}
    </Box>
  );
}

function PartView({ part }: { part: Part }) {
  if (part.kind === 'text') return <LongText text={part.text} />;
  if (part.kind === 'call') return <CallView call={part.call} />;
  if (part.kind === 'result') {
    return (
      <Fold title={`Result of ${part.name}`} preview={previewOf([part])}>
        <Value value={part.value} label={`Result of ${part.name}`} />
      </Fold>
    );
  }
  return (
    <Fold title="Other content" preview={previewOf([part])}>
      <JsonView value={part.value} label="Other content" />
    </Fold>
  );
}

function CallView({ call: { name, arguments: given, result } }: { call: Call }) {
  return (
    <Box bg="var(--mantine-color-default-hover)" px="sm" py={4} bdrs="md">
      <Fold
        title={
          <Box
            component="span"
            style={{
              display: 'inline-flex',
              alignItems: 'center',
              gap: 6,
              verticalAlign: 'bottom',
            }}
          >
            <ToolIcon size={14} style={{ flexShrink: 0 }} />
            {name}
          </Box>
        }
        preview={shorten(JSON.stringify(given) ?? '', PREVIEW)}
      >
        <Stack gap={6} pb={6}>
          <Text size="xs" c="dimmed">
            Arguments
          </Text>
          <Value value={given} label={`Arguments of ${name}`} />
          <Text size="xs" c="dimmed">
            {result === null ? 'No result was recorded.' : 'Result'}
          </Text>
          {result !== null && <Value value={result.value} label={`Result of ${name}`} />}
        </Stack>
      </Fold>
    </Box>
  );
}

function Value({ value, label }: { value: unknown; label: string }) {
  if (typeof value === 'string') return <LongText text={value} />;
  return <JsonView value={value} label={label} />;
}

function previewOf(parts: readonly Part[]): string {
  const texts = parts.map((part) => {
    if (part.kind === 'text') return part.text;
    if (part.kind === 'call') return part.call.name;
    return typeof part.value === 'string' ? part.value : JSON.stringify(part.value);
  });
  return shorten(texts.join(' ').slice(0, 4 * PREVIEW), PREVIEW);
}
