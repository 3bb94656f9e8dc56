// Makes characters visible that a reader would not see or that would change what they see: controls, zero-width and
// bidirectional ones, odd spaces, fillers, tags, lone surrogates. What is approved must be what is read (APPROVE-1).

export interface TextPart {
  text: string;
  /** True: stands for a character that would not be seen as what it is. */
  marked: boolean;
}

// Controls (but newline and tab), formats, separators, surrogates, private use and unassigned ones; whatever fonts may
// draw as nothing; spaces that are not the space; and letters that are blank.
const unseen =
  /(?![\n\t ])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}\u2800\u{16FE4}\u{1D159}]/gu;

/** The text in parts; joined, the unmarked ones are the text without what is marked. */
export function visibleParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const match of text.matchAll(unseen)) {
    if (match.index > at) parts.push({ text: text.slice(at, match.index), marked: false });
    parts.push({ text: nameOf(match[0]), marked: true });
    at = match.index + match[0].length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), marked: false });
  return parts;
}

export function visibleText(text: string): string {
  return visibleParts(text)
    .map((part) => part.text)
    .join('');
}

function nameOf(character: string): string {
  const code = character.codePointAt(0) as number;
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
