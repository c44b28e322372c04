import { useRef, useState } from 'react';

export type Selection = {
  ids: ReadonlySet<string>;
  /** Selects or deselects an item; with `range`, all from the one before to it. */
  toggle: (id: string, range: boolean) => void;
  selectAll: () => void;
  clear: () => void;
};

/** The selected items of a list. Those that leave the list are no longer selected. */
export function useSelection(listed: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  const inList = new Set(listed);
  const ids = new Set([...chosen].filter((id) => inList.has(id)));
  if (ids.size < chosen.size) setChosen(ids);
  const toggle = (id: string, range: boolean) => {
    const from = last.current === null ? -1 : listed.indexOf(last.current);
    const to = listed.indexOf(id);
    const isOn = !ids.has(id);
    const touched =
      range && from >= 0 ? listed.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
    const next = new Set(ids);
    for (const one of touched) {
      if (isOn) next.add(one);
      else next.delete(one);
    }
    last.current = id;
    setChosen(next);
  };
  return {
    ids,
    toggle,
    selectAll: () => setChosen(new Set(listed)),
    clear: () => setChosen(new Set()),
  };
}
