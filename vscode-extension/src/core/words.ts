// Small pieces of English.

/** "1 claim", "2 claims". */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** `text` on one line, cut at a word to at most `length` characters. */
export function shorten(text: string, length: number): string {
  const line = text.split(/\s+/).filter(Boolean).join(" ");
  if (line.length <= length) {
    return line;
  }
  const head = line.slice(0, length - 1);
  const space = head.lastIndexOf(" ");
  return `${space > length / 2 ? head.slice(0, space) : head}…`;
}
