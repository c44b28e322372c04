import { Center, Code, Paper, Stack, Text, Title } from '@mantine/core';
import { Logo } from '../components/logo.tsx';
import { SignInForm } from './sign-in-form.tsx';

type Props = { reason: string | null; onSignIn: (key: string, isKept: boolean) => void };

export function SignInPage({ reason, onSignIn }: Props) {
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper p="xl" w="100%" maw={420} shadow="sm">
        <Stack>
          <Logo size={40} />
          <div>
            <Title order={1}>Sign in to Lorebase</Title>
            <Text c="dimmed" size="sm" mt={4}>
              What your agents know, where it came from, and whether it helps.
            </Text>
          </div>
          <SignInForm
            reason={reason}
            description="Any key of a project, or a root key"
            onSignIn={onSignIn}
          />
          <Text size="xs" c="dimmed">
            No key at hand? The server prints a sign-in link when it starts, and keeps the key of
            the link in the file <Code>root-key</Code> of its data folder. On PostgreSQL,{' '}
            <Code>npx lorebase keys create --root --name me --role ADMIN</Code> makes another key.
          </Text>
        </Stack>
      </Paper>
    </Center>
  );
}
