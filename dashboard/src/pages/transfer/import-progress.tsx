import {
  Alert,
  Button,
  Group,
  List,
  Progress as ProgressBar,
  SimpleGrid,
  Stack,
  Text,
} from '@mantine/core';
import { Stat } from '../../components/stat.tsx';
import { count, number } from '../../components/words.ts';
import type { Outcome, Progress } from './outcome.ts';

type Props = {
  name: string;
  progress: Progress | null;
  end: 'done' | 'cancelled' | { message: string } | null;
  onCancel: () => void;
  onAgain: () => void;
};

/** A running import, and what it did in the end. */
export function ImportProgress({ name, progress, end, onCancel, onAgain }: Props) {
  const { done = 0, total = 0, unit = 'line' } = progress ?? {};
  const share = total === 0 ? 0 : (done / total) * 100;
  const failure = typeof end === 'object' ? end : null;
  // Nothing is imported before the file could be read.
  const isUnread = failure !== null && progress === null;
  return (
    <Stack>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }} role="status">
        {isUnread ? `Nothing of ${name} is imported` : titleOf(end, name)}
      </Text>
      {end !== 'done' && !isUnread && (
        <div>
          <ProgressBar
            value={share}
            animated={end === null}
            aria-label="Share of the file that is imported"
          />
          <Text size="sm" c="dimmed" mt={4}>
            {progress === null
              ? 'Reading the file…'
              : `${number(done)} of ${count(total, unit)} imported`}
          </Text>
        </div>
      )}
      {failure !== null && (
        <Alert
          color="red"
          title={isUnread ? 'The file could not be read' : 'The import failed'}
          role="alert"
        >
          {failure.message}
          {!isUnread && ' What was imported before stays. Import the file again to add the rest.'}
        </Alert>
      )}
      {progress !== null && <Summary outcome={progress.outcome} />}
      <Group>
        {end === null ? (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        ) : (
          <Button variant="default" onClick={onAgain}>
            Import another file
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function titleOf(end: Props['end'], name: string): string {
  if (end === null) return `Importing ${name}`;
  if (end === 'done') return `Imported ${name}`;
  return end === 'cancelled' ? `Cancelled ${name}` : `Not all of ${name} is imported`;
}

/** What one line of a file holds, for people. */
const KINDS: Readonly<Record<string, [one: string, many: string]>> = {
  agent: ['agent', 'agents'],
  memory: ['memory', 'memories'],
  entry: ['entry', 'entries'],
  revision: ['earlier revision', 'earlier revisions'],
  evidence: ['piece of evidence', 'pieces of evidence'],
  trace: ['trace', 'traces'],
  stats: ['hour of statistics', 'hours of statistics'],
};

function Summary({ outcome }: { outcome: Outcome }) {
  const { created, updated, skipped, failed, kinds, notes, reasons } = outcome;
  const parts = Object.entries(kinds)
    .filter(([, value]) => value > 0)
    .map(([kind, value]) => count(value, ...(KINDS[kind] ?? [kind, kind])));
  return (
    <>
      <SimpleGrid cols={2}>
        <Stat label="Created" value={number(created)} />
        <Stat label="Updated" value={number(updated)} />
        <Stat label="Skipped" value={number(skipped)} note="The project has it already" />
        <Stat label="Failed" value={number(failed)} />
      </SimpleGrid>
      {parts.length > 0 && (
        <Text size="sm" c="dimmed">
          Created {parts.join(', ')}.
        </Text>
      )}
      {(notes.length > 0 || reasons.size > 0) && (
        <List size="sm">
          {[...reasons].map(([reason, times]) => (
            <List.Item key={reason}>
              {count(times, 'text')} not written: {reason}
            </List.Item>
          ))}
          {notes.map((note) => (
            <List.Item key={note}>{note}</List.Item>
          ))}
        </List>
      )}
    </>
  );
}
