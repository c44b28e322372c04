import { z } from 'zod';
import { typeMessage } from '../input.ts';

/** What is wrong with a value that a model or a client has sent, in place of the text of zod. */
export function plainMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return 'is missing';
  if (issue.code === 'too_small') return limitMessage('at least', issue.minimum, issue.origin);
  if (issue.code === 'too_big') return limitMessage('at most', issue.maximum, issue.origin);
  if (issue.code === 'invalid_value') return `must be ${issue.values.join(' or ')}`;
  if (issue.code === 'invalid_union') return 'is not valid';
  if (issue.code === 'unrecognized_keys') {
    const faults = issue.keys.map((key) => `"${key}" is not an argument`);
    return [...faults, ...knownArguments(issue.inst)].join('; ');
  }
  return typeMessage(issue);
}

/** The arguments of the object that has an unknown one, so that the model need not look them up. */
function knownArguments(schema: unknown): string[] {
  return schema instanceof z.ZodObject
    ? [`the arguments are ${Object.keys(schema.shape).join(', ')}`]
    : [];
}

function limitMessage(bound: string, limit: number | bigint, origin: string): string {
  if (origin === 'string') {
    return limit === 1 ? 'must not be blank' : `must have ${bound} ${limit} characters`;
  }
  return origin === 'array' ? `must have ${bound} ${limit} items` : `must be ${bound} ${limit}`;
}

/** All faults in one text, each with the path of its argument. */
export function faultsOf({ issues }: z.core.$ZodError): string {
  return issues
    .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
    .join('; ');
}
