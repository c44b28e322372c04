/** A text of at most `maxBytes` of UTF-8. A longer one is cut between two characters, and then ends with "…". */
export function cutText(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  const room = Math.max(0, maxBytes - Buffer.byteLength('…'));
  const kept = Buffer.from(text).subarray(0, room);
  // A stream leaves out a character whose bytes are not complete.
  return `${new TextDecoder().decode(kept, { stream: true })}…`;
}
