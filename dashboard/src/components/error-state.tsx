import { Alert, Button, Code, Group, Text } from '@mantine/core';
import { describeError } from '../api/errors.ts';
import { RetryIcon, WarningIcon } from './icons.ts';

type Props = { error: unknown; onRetry?: () => void };

/** Shown in place of content that could not be loaded: the error of the API, and a button to try again. */
export function ErrorState({ error, onRetry }: Props) {
  const { code, title, message } = describeError(error);
  return (
    <Alert color="red" icon={<WarningIcon />} title={title} role="alert" my="md">
      <Text size="sm">{message}</Text>
      <Group mt="sm">
        {onRetry && (
          <Button
            size="xs"
            variant="default"
            leftSection={<RetryIcon size={14} />}
            onClick={onRetry}
          >
            Try again
          </Button>
        )}
        <Code>{code}</Code>
      </Group>
    </Alert>
  );
}
