// Turns JSON as people write it into plain JSON: comments and trailing commas become spaces, so that errors keep their
// line and column. Strings stay unchanged. Single pass over any input.

/** In characters; longer texts are not hand-written and stay unchanged. */
const max = 2 * 1024 * 1024;

export function withoutComments(text: string): string {
  if (text.length > max) return text;
  let result = '';
  let keptFrom = 0;

  function blank(from: number, to: number): void {
    result += text.slice(keptFrom, from) + text.slice(from, to).replaceAll(/[^\n]/g, ' ');
    keptFrom = to;
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
  return result + text.slice(keptFrom);
}

/** Returns the end of the comment that starts here, or the same position if there is none. */
function commentEnd(text: string, at: number): number {
  if (text[at] !== '/' || (text[at + 1] !== '/' && text[at + 1] !== '*')) return at;
  const isLine = text[at + 1] === '/';
  const end = text.indexOf(isLine ? '\n' : '*/', at + 2);
  return end < 0 ? text.length : end + (isLine ? 0 : 2);
}

/**
 * Returns the next position that is neither space nor comment, up to the next comma, so that each position is visited
 * once.
 */
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
