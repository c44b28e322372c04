import type { RetrievedResult } from '../retrieval/retrieve.ts';
import { BYTES_PER_TOKEN, cutText } from '../token-budget.ts';
import { augmentTask } from './augment-task.ts';

/**
 * A task followed by the lessons that fit into `tokenBudget`, best first. The titles of sections count as tokens too.
 * If the best lesson does not fit, it is cut and ends with "…".
 */
export function fitLessons(
  task: string,
  results: readonly RetrievedResult[],
  tokenBudget: number,
): { augmentedTask: string; results: RetrievedResult[] } {
  const [best] = results;
  const budget = tokenBudget * BYTES_PER_TOKEN;
  if (best !== undefined && bytesOf(best) > budget) {
    const lessons = augmentTask(task, [best.entry]).slice(task.length);
    return { augmentedTask: task + cutText(lessons, budget), results: [best] };
  }
  const fitting: RetrievedResult[] = [];
  let rest = budget;
  for (const result of results) {
    const bytes = bytesOf(result);
    if (bytes > rest) continue;
    rest -= bytes;
    fitting.push(result);
  }
  const entries = fitting.map(({ entry }) => entry);
  return { augmentedTask: augmentTask(task, entries), results: fitting };
}

function bytesOf({ entry }: RetrievedResult): number {
  return Buffer.byteLength(augmentTask('', [entry]));
}
