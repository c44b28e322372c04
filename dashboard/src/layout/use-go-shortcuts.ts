import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSession } from '../session/session.tsx';
import { navigationOf } from './navigation.ts';
import { useProjectId } from './use-project-id.ts';

/** Time between the two keys of a shortcut. */
export const SEQUENCE_MS = 1000;

/** Opens a page when g and then the letter of the page are pressed, unless a text is being edited. */
export function useGoShortcuts(): void {
  const session = useSession();
  const projectId = useProjectId();
  const navigate = useNavigate();
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
      if (chosen) void navigate({ to: chosen.to, params: { projectId } });
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [session, projectId, navigate]);
}

export function isEditing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
