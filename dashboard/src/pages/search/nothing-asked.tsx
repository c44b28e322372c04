import type { ReactNode } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { SearchIcon } from '../../components/icons.ts';

/** Shown until there is a text to search for. */
export function NothingAsked({ children }: { children: ReactNode }) {
  return (
    <EmptyState icon={SearchIcon} title="Nothing asked yet">
      {children}
    </EmptyState>
  );
}
