import { Badge, Text, Tooltip } from '@mantine/core';
import { useLiveState } from '../api/live-events.tsx';

const STATES = {
  connecting: {
    label: 'Connecting',
    color: 'gray',
    about: 'Changes made elsewhere will appear at once.',
  },
  live: { label: 'Live', color: 'teal', about: 'Changes made elsewhere appear at once.' },
  reconnecting: {
    label: 'Reconnecting',
    color: 'orange',
    about: 'The server cannot be reached. What is missed is shown afterwards.',
  },
  missing: {
    label: 'No project',
    color: 'red',
    about: 'The project does not exist, so nothing of it can be read or saved.',
  },
};

/** Shows whether the page receives the project's changes. */
export function LiveBadge() {
  const { label, color, about } = STATES[useLiveState()];
  return (
    <Tooltip label={about}>
      <Badge variant="dot" color={color} role="status" size="lg" fw={500} aria-label={label}>
        <Text span inherit visibleFrom="sm">
          {label}
        </Text>
      </Badge>
    </Tooltip>
  );
}
