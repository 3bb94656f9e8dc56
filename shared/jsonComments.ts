// JSON as editors write it for people, made plain: comments, and commas before a closing bracket, become spaces, so that what
// is wrong still stands at its line and column. Strings are left alone. In one pass, whatever stands in the text.

/** Characters; a longer text, which nobody has written by hand, is taken as it is. */
const most = 2 * 1024 * 1024;

export function withoutComments(text: string): string {
  if (text.length > most) return text;
  let result = '';
  let kept = 0;
  /** A comma after which nothing has come yet. */
  let comma = -1;

  function blank(from: number, to: number): void {
    result += text.slice(kept, from) + text.slice(from, to).replaceAll(/[^\n]/g, ' ');
    kept = to;
  }

  for (let at = 0; at < text.length; ) {
    const sign = text[at] as string;
    if (sign === '/' && (text[at + 1] === '/' || text[at + 1] === '*')) {
      const isLine = text[at + 1] === '/';
      const found = text.indexOf(isLine ? '\n' : '*/', at + 2);
      const end = found < 0 ? text.length : found + (isLine ? 0 : 2);
      if (comma >= 0) {
        // What is blanked must stand in order: the comma is looked at again behind the comment.
        const closes = /^[\s]*[}\]]/.test(text.slice(end, end + 200));
        if (closes) blank(comma, comma + 1);
        comma = -1;
      }
      blank(at, end);
      at = end;
      continue;
    }
    if (sign === '"') {
      comma = -1;
      at = stringEnd(text, at);
      continue;
    }
    if ((sign === '}' || sign === ']') && comma >= 0) blank(comma, comma + 1);
    if (sign === ',') comma = at;
    else if (!/\s/.test(sign)) comma = -1;
    at++;
  }
  return result + text.slice(kept);
}

function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}
