// What a hover repeats of the problem that the editor shows above it.

/** `markdown` without the paragraphs whose text is the first line of one of the `messages`. */
export function withoutRepeated(markdown: string, messages: readonly string[]): string {
  const shown = new Set(messages.map((message) => message.split("\n", 1)[0]?.trim()));
  return markdown
    .split("\n\n")
    .filter((paragraph) => !shown.has(paragraph.replace(/\\(?=\W|_)/g, "").trim()))
    .join("\n\n");
}
