/** A number with its noun: "1 entry", "3 entries". */
export function counted(total: number, one: string, many = `${one}s`): string {
  return `${total} ${total === 1 ? one : many}`;
}
