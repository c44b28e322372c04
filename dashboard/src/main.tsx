import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './styles.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './router.tsx';
import { SignedIn } from './session/signed-in.tsx';
import { cssVariables, theme } from './theme.ts';

// The code of the page is loaded while the session is read.
void router.load();

const colorSchemeManager = localStorageColorSchemeManager({ key: 'lorebase-color-scheme' });

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <ModalsProvider>
        <SignedIn>
          <RouterProvider router={router} />
        </SignedIn>
        <Notifications />
      </ModalsProvider>
    </MantineProvider>
  </StrictMode>,
);
