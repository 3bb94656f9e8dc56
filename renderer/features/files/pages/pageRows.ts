// Splits a page's text into rows: one per line, or several for a line too long to render at once.

export interface PageRow {
  /** Byte offset in the whole text. */
  offset: number;
  bytes: number;
  text: string;
  /** Continues the line above. */
  goesOn: boolean;
}

/** Max characters of a row. */
const longest = 2000;

/** `inside`: the text begins in the middle of a line. */
export function rowsOf(text: string, start: number, inside: boolean): PageRow[] {
  const rows: PageRow[] = [];
  let offset = start;
  let goesOn = inside;
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    const isLast = index === lines.length - 1;
    if (isLast && line === '') break;
    let at = 0;
    do {
      let end = Math.min(line.length, at + longest);
      if (end < line.length && isLowHalf(line.charCodeAt(end))) end--;
      const piece = line.slice(at, end);
      const ends = end >= line.length;
      const bytes = utf8Length(piece) + (ends && !isLast ? 1 : 0);
      rows.push({ offset, bytes, text: ends ? piece.replace(/\r$/, '') : piece, goesOn });
      offset += bytes;
      goesOn = true;
      at = end;
    } while (at < line.length);
    goesOn = false;
  }
  return rows;
}

export function utf8Length(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) bytes++;
    else if (code < 0x800) bytes += 2;
    else if (code >= 0xd800 && code <= 0xdbff && isLowHalf(text.charCodeAt(at + 1))) {
      bytes += 4;
      at++;
    } else bytes += 3;
  }
  return bytes;
}

/** Converts a byte offset to an index in UTF-16 units. */
export function charIndexAtByte(text: string, bytes: number): number {
  let at = 0;
  let count = 0;
  while (at < text.length && count < bytes) {
    const code = text.codePointAt(at) as number;
    count += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    at += code > 0xffff ? 2 : 1;
  }
  return at;
}

function isLowHalf(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
