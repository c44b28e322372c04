import { Kbd, Table } from '@mantine/core';
import { Dialog } from '../../components/dialog.tsx';

const KEYS: [keys: string[], does: string][] = [
  [['p'], 'The run passed'],
  [['f'], 'The run failed'],
  [['0', '…', '9'], 'Set the reward to 0.0 … 0.9, then press p or f'],
  [['Backspace'], 'Let the result decide the reward again'],
  [['t'], 'Write feedback; Escape leaves the field'],
  [['n', '→'], 'Next trace'],
  [['b', '←'], 'Back to the trace before'],
  [['u'], 'Go back and replace your last review'],
  [['?'], 'Show these keys'],
];

/** The keys of the review page. */
export function ReviewKeysHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Keys of the review" size="sm">
      <Table highlightOnHover={false} aria-label="Keys">
        <Table.Tbody>
          {KEYS.map(([keys, does]) => (
            <Table.Tr key={does}>
              <Table.Td w={120}>
                {keys.map((key) => (
                  <Kbd key={key} mr={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
              <Table.Td>{does}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  );
}
