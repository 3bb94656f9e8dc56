// JSON as editors write it for people, made plain: comments, and commas before a closing bracket, become spaces, so that what
// is wrong still stands at its line and column. Strings are left alone. In one pass, whatever stands in the text.

/** Characters; a longer text, which nobody has written by hand, is taken as it is. */
const most = 2 * 1024 * 1024;

export function withoutComments(text: string): string {
  if (text.length > most) return text;
  let result = '';
  let kept = 0;

  function blank(from: number, to: number): void {
    result += text.slice(kept, from) + text.slice(from, to).replaceAll(/[^\n]/g, ' ');
    kept = to;
  }

  for (let at = 0; at < text.length; ) {
    const sign = text[at];
    const end = commentEnd(text, at);
    if (end > at) {
      blank(at, end);
      at = end;
    } else if (sign === '"') {
      at = stringEnd(text, at);
    } else {
      if (sign === ',' && /[}\]]/.test(text[nextSign(text, at + 1)] ?? '')) blank(at, at + 1);
      at++;
    }
  }
  return result + text.slice(kept);
}

/** Behind the comment that begins here; the same place: there is none. */
function commentEnd(text: string, at: number): number {
  if (text[at] !== '/' || (text[at + 1] !== '/' && text[at + 1] !== '*')) return at;
  const isLine = text[at + 1] === '/';
  const found = text.indexOf(isLine ? '\n' : '*/', at + 2);
  return found < 0 ? text.length : found + (isLine ? 0 : 2);
}

/** Where something stands that is neither space nor comment: no further than the next comma, so each place is passed once. */
function nextSign(text: string, from: number): number {
  let at = from;
  for (;;) {
    while (at < text.length && /\s/.test(text.charAt(at))) at++;
    const end = commentEnd(text, at);
    if (end === at) return at;
    at = end;
  }
}

function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}
