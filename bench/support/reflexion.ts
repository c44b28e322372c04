import { type Options, readRows } from './bench.ts';

/** A recorded run of an agent at a household task; `memory` are the reflections that it keeps for the next one. */
export type Trial = { run: string; trial: number; env: string; success: boolean; memory: string[] };

/** The trials of one task, up to the first that passed. */
export type Episode = { agent: string; task: string; trials: Trial[] };

/** Reflexion in ALFWorld: the tasks that took more than one trial. */
export function readEpisodes(options: Pick<Options, 'data'>): Episode[] {
  const known = new Map<string, Trial[]>();
  for (const trial of readRows<Trial>(options, 'runs/reflexion-alfworld.jsonl')) {
    const name = `${trial.run} ${trial.env}`;
    known.set(name, [...(known.get(name) ?? []), trial]);
  }
  return [...known.values()].flatMap((trials) => {
    const task = taskOf(trials);
    const end = trials.findIndex(({ success }) => success);
    const real = end < 0 ? trials : trials.slice(0, end + 1);
    if (real.length < 2 || task === '') return [];
    return [{ agent: real[0]?.run ?? '', task, trials: real }];
  });
}

/** The task as the agent restates it in a reflection; the data has no text of its own for it. */
function taskOf(trials: readonly Trial[]): string {
  const said = trials.flatMap(({ memory }) => memory);
  const plan = said.map((text) => /plan was to ([^.]+)\./.exec(text)?.[1]).find(Boolean);
  return plan ?? said[0]?.slice(0, 200) ?? '';
}
