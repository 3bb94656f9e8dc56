// Text as a terminal may get it. What a model, a tool or a file says could hold control sequences that move the cursor,
// change the window's title or answer in the person's name; they are made visible as one sign each.

const bold = new Set(['\x1b[1m', '\x1b[22m']);

/** Line feeds, tabs and our own bold stay. Can be given a text in pieces. */
export function safeText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/\p{Cc}(?:\[\d{1,2}m)?/gu, (found) => {
    const first = found.charAt(0);
    if (first === '\n' || first === '\t' || bold.has(found)) return found;
    return `\uFFFD${found.slice(1)}`;
  });
}
