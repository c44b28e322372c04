/** Cosine similarity in −1..1 of two vectors of one length. */
export function cosine(one: readonly number[], other: readonly number[]): number {
  let dot = 0;
  let oneSquared = 0;
  let otherSquared = 0;
  for (const [i, a] of one.entries()) {
    const b = other[i] ?? 0;
    dot += a * b;
    oneSquared += a * a;
    otherSquared += b * b;
  }
  return dot / Math.sqrt(oneSquared * otherSquared);
}
