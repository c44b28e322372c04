import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSession } from '../session/session.tsx';
import { navigationOf } from './navigation.ts';
import { focusPage } from './page-focus.ts';
import { useProjectId } from './use-project-id.ts';

/** Time between the two keys of a shortcut. */
export const SEQUENCE_MS = 1000;

/**
 * Opens a page when g and then the letter of the page are pressed, unless a text is being edited. The page gets the
 * focus once it is open. If there are unsaved changes, the user can cancel, and then no page is opened.
 */
export function useGoShortcuts(): void {
  const session = useSession();
  const projectId = useProjectId();
  const navigate = useNavigate();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isOpening = useRef(false);
  useEffect(() => {
    if (isOpening.current) focusPage();
    isOpening.current = false;
  }, [path]);
  useEffect(() => {
    let pressedAt = 0;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isEditing(event.target)) return;
      if (event.key === 'g') {
        pressedAt = Date.now();
        return;
      }
      if (Date.now() - pressedAt > SEQUENCE_MS) return;
      pressedAt = 0;
      const all = navigationOf(session).flatMap((group) => group.destinations);
      const chosen = all.find(({ shortcut }) => shortcut === event.key);
      if (chosen === undefined) return;
      isOpening.current = true;
      void navigate({ to: chosen.to, params: { projectId } });
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [session, projectId, navigate]);
}

/** True if the element is a field for text, or a list in which letters select an option. */
export function isEditing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const taking = 'input:not([type="checkbox"], [type="radio"]), textarea, select';
  return target.isContentEditable || target.matches(taking);
}
