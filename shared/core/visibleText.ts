// Makes deceptive characters visible: controls, zero-width and bidirectional marks, odd spaces, fillers, tags, lone
// surrogates. The user must see exactly what they approve (APPROVE-1).

export interface TextPart {
  text: string;
  /** True: a placeholder for a character that would be invisible or misread. */
  marked: boolean;
}

// Controls (except newline and tab), formats, separators, surrogates, private-use and unassigned characters; anything
// fonts may leave blank; unusual spaces; and blank letters.
const unseen =
  /(?![\n\t ])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}\u2800\u{16FE4}\u{1D159}]/gu;

/** Splits the text into parts; the unmarked parts join to the text without the marked characters. */
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
