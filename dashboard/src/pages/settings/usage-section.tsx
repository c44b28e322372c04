import { Button, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import type { SettingsProjectFragment } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { Section } from '../../components/section.tsx';
import { bytes, number } from '../../components/words.ts';
import { useSession } from '../../session/session.tsx';
import { SETTINGS_SET_QUOTAS } from './documents.ts';

type Usage = SettingsProjectFragment['usage'];
type Quota = Exclude<keyof Usage['quotas'], '__typename'>;

const QUOTAS: {
  name: Quota;
  used: 'entries' | 'bytes' | 'writesToday' | 'generationsToday';
  label: string;
}[] = [
  { name: 'maxEntries', used: 'entries', label: 'Entries' },
  { name: 'maxBytes', used: 'bytes', label: 'Text' },
  { name: 'maxWritesPerDay', used: 'writesToday', label: 'Writes today (UTC)' },
  {
    name: 'maxGenerationsPerDay',
    used: 'generationsToday',
    label: 'Answers of agents today (UTC)',
  },
];

/** What the project uses, beside its quotas, which only a root key can change. */
export function UsageSection({ usage }: { usage: Usage }) {
  const { viewer, canAdmin } = useSession();
  const [isEditing, editing] = useDisclosure(false);
  const mayChange = viewer.isRoot && canAdmin;
  return (
    <Section
      title="Usage and quotas"
      actions={
        mayChange && (
          <Button size="xs" variant="default" onClick={editing.open}>
            Change quotas
          </Button>
        )
      }
    >
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        {QUOTAS.map(({ name, used, label }) => {
          const format = name === 'maxBytes' ? bytes : number;
          const quota = usage.quotas[name];
          return (
            <div key={name}>
              <Text size="sm" c="dimmed">
                {label}
              </Text>
              <Text fw={600}>
                {format(usage[used])}
                {quota !== null && ` of ${format(quota)}`}
              </Text>
              {quota === null ? (
                <Text size="xs" c="dimmed">
                  No limit
                </Text>
              ) : (
                <Progress
                  mt={6}
                  size="sm"
                  value={quota === 0 ? 100 : Math.min(100, (100 * usage[used]) / quota)}
                  color={usage[used] >= 0.9 * quota ? 'red' : undefined}
                  aria-label={`${label}, share of the quota`}
                />
              )}
            </div>
          );
        })}
      </SimpleGrid>
      {isEditing && <QuotaForm quotas={usage.quotas} onClose={editing.close} />}
    </Section>
  );
}

function QuotaForm({ quotas, onClose }: { quotas: Usage['quotas']; onClose: () => void }) {
  // The quotas when the form was opened. Only those that differ are sent, so that what others change meanwhile stays.
  const [opened] = useState(quotas);
  const [values, setValues] = useState<Record<Quota, number | null>>(quotas);
  const changed = QUOTAS.filter(({ name }) => values[name] !== opened[name]);
  const save = useAction(SETTINGS_SET_QUOTAS, { success: 'Quotas saved' });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const input = Object.fromEntries(changed.map(({ name }) => [name, values[name]]));
    if (changed.length === 0 || (await save.run({ input }))) onClose();
  };
  return (
    <Dialog isChanged={changed.length > 0} onClose={onClose} title="Quotas of the project">
      <form onSubmit={submit}>
        <Stack>
          {QUOTAS.map(({ name, label }) => (
            <NumberField
              key={name}
              label={name === 'maxBytes' ? 'Bytes of text' : label.replace('today', 'in a day')}
              placeholder="No limit"
              min={0}
              isInteger
              value={values[name]}
              onChange={(value) => setValues({ ...values, [name]: value })}
            />
          ))}
          <FormActions submit="Save" onCancel={onClose} isRunning={save.isRunning} />
        </Stack>
      </form>
    </Dialog>
  );
}
