import {
  Alert,
  Button,
  Center,
  Checkbox,
  Code,
  Paper,
  PasswordInput,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Logo } from '../components/logo.tsx';
import { isSendable } from './stored-key.ts';

type Props = { reason: string | null; onSignIn: (key: string, isKept: boolean) => void };

export function SignInPage({ reason, onSignIn }: Props) {
  const [key, setKey] = useState('');
  const [isKept, setIsKept] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSendable(key.trim())) onSignIn(key.trim(), isKept);
  };
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper component="form" onSubmit={submit} p="xl" w="100%" maw={420} shadow="sm">
        <Stack>
          <Logo size={40} />
          <div>
            <Title order={1}>Sign in to Lorebase</Title>
            <Text c="dimmed" size="sm" mt={4}>
              What your agents know, where it came from, and whether it helps.
            </Text>
          </div>
          {reason !== null && (
            <Alert color="red" role="alert" title="Not signed in">
              {reason}
            </Alert>
          )}
          <PasswordInput
            label="API key"
            description="Any key of a project, or a root key"
            value={key}
            onChange={(event) => setKey(event.currentTarget.value)}
            error={
              key.trim() !== '' &&
              !isSendable(key.trim()) &&
              'A key has only Latin letters, digits and signs of ASCII, and no spaces.'
            }
            autoComplete="off"
            autoFocus
            required
          />
          <Checkbox
            label="Stay signed in on this computer"
            checked={isKept}
            onChange={(event) => setIsKept(event.currentTarget.checked)}
          />
          <Button type="submit">Sign in</Button>
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
