/**
 * The questions of an answer: numbered or bulleted lines (Generative Agents), or a JSON list. What is
 * not a question of some length is left out.
 */
export function parseQuestions(answer: string, limit: number): string[] {
  const fromJson = questionsInJson(answer);
  const lines = answer
    .split('\n')
    .map((line) => /^\s*(?:\*\*)?(?:\d{1,2}\s*[.):-]|[-*•])\s*(.+)$/.exec(line)?.[1] ?? '');
  const asked = (fromJson ?? lines)
    .map((question) => question.replace(/^["'*\s]+|["'*\s]+$/g, ''))
    .filter((question) => /\p{L}{3}/u.test(question));
  const plain = answer.split('\n').filter((line) => line.trim().endsWith('?'));
  const found = asked.length > 0 ? asked : plain.map((line) => line.trim());
  return [...new Set(found)].slice(0, limit);
}

function questionsInJson(answer: string): string[] | null {
  const text = /\[[\s\S]*\]/.exec(answer)?.[0];
  if (!text) return null;
  try {
    const value: unknown = JSON.parse(text);
    const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
    return isList && value.length > 0 ? value : null;
  } catch {
    return null; // no JSON: its lines are read
  }
}

/** Where an insight says which statements it rests on. */
const CITATION =
  /\(?\s*(?:because of|based on|evidence:?|see|statements?|from statements?)\s*(?:statements?\s*)?#?((?:\[?\d{1,3}\]?(?:\s*(?:,|;|&|and)\s*)*)+)\)?/gi;
const BRACKETED = /[[(]\s*((?:\d{1,3}\s*(?:,|;|and)?\s*)+)[\])]/g;

/**
 * An insight and the numbers (from 1) of the statements that it cites, of so many that were shown. Models
 * drop the form most of the time: what cannot be read as a citation stays in the text, and a number
 * that was not shown is none.
 */
export function parseInsight(
  answer: string,
  shown: number,
): { insight: string; cited: number[] } | null {
  const text = firstInsight(answer);
  const cited = new Set<number>();
  const take = (whole: string, numbers: string) => {
    const valid = [...numbers.matchAll(/\d+/g)].map(Number).filter((n) => n >= 1 && n <= shown);
    for (const number of valid) cited.add(number);
    return valid.length > 0 ? '' : whole;
  };
  const insight = text
    .replace(CITATION, take)
    .replace(BRACKETED, take)
    .replace(/\s+([.,;!?])/g, '$1')
    .replace(/\s{2,}/g, ' ')
    .trim();
  return /\p{L}{3}/u.test(insight) ? { insight, cited: [...cited].sort((a, b) => a - b) } : null;
}

/** Without a number in front, quotation marks around, or what follows a first paragraph. */
function firstInsight(answer: string): string {
  const paragraph = answer.trim().split(/\n\s*\n/)[0] ?? '';
  return paragraph
    .replace(/\s*\n\s*/g, ' ')
    .replace(/^\s*(?:\d{1,2}\s*[.)]|[-*•]|insight:)\s*/i, '')
    .replace(/^["“](.*)["”]$/s, '$1')
    .trim();
}
