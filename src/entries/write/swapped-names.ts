const NAME = /\p{Lu}[\p{L}\p{N}-]*/gu;

/**
 * Whether the names that two texts share first appear in another order, as in "John thanks Tim" and "Tim thanks
 * John": embeddings hardly tell such texts apart. A name is a word that begins with a capital. Pure.
 */
export function haveSwappedNames(one: string, other: string): boolean {
  const ours = namesOf(one);
  const theirs = namesOf(other);
  const shared = [...ours].filter((name) => theirs.has(name));
  const alsoShared = [...theirs].filter((name) => ours.has(name));
  return shared.some((name, i) => name !== alsoShared[i]);
}

/** The names in a text, in the order of their first appearance. */
function namesOf(text: string): Set<string> {
  return new Set(text.match(NAME) ?? []);
}
