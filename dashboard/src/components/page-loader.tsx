import { Center, Loader, Stack, Text } from '@mantine/core';

/** Shown while something that fills the page is loaded. */
export function PageLoader({ label = 'Loading' }: { label?: string }) {
  return (
    <Center mih={240} role="status">
      <Stack align="center" gap="xs">
        <Loader size="sm" />
        <Text size="sm" c="dimmed">
          {label}…
        </Text>
      </Stack>
    </Center>
  );
}
