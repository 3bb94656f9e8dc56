// Completes URI templates (RFC 6570) with simple variables only, `{id}` and `{+path}`; stops at any other expression.
// Pure.

export interface TypedVariable {
  name: string;
  /** The typed part of its value. */
  text: string;
  /** The URI before it. */
  before: string;
  /** The text up to the next variable. */
  after: string;
  /** Nothing needs to be typed after `after`. */
  isLast: boolean;
  /** Values of earlier variables. */
  given: Record<string, string>;
  encode(value: string): string;
}

interface Piece {
  /** Null for text. */
  variable: { name: string; isRaw: boolean } | null;
  text: string;
}

/** The URI up to the first variable. */
export function templateStart(template: string): string {
  const [first] = piecesOf(template);
  return first?.variable === null ? first.text : '';
}

/** The variable being typed; null if the input does not match the template, or continues beyond it. */
export function typedVariable(template: string, input: string): TypedVariable | null {
  const pieces = piecesOf(template);
  const values: Record<string, string> = {};
  let at = 0;
  for (const [index, { variable, text }] of pieces.entries()) {
    if (variable === null) {
      if (!input.startsWith(text, at)) return null;
      at += text.length;
      continue;
    }
    const next = pieces[index + 1];
    const end = next?.variable === null ? input.indexOf(next.text, at) : -1;
    if (end < 0) {
      return {
        name: variable.name,
        text: decoded(input.slice(at)),
        before: input.slice(0, at),
        after: next?.variable === null ? next.text : '',
        isLast: pieces.slice(index + 1).every((piece) => piece.variable === null) && isWhole(template, pieces),
        given: values,
        encode: variable.isRaw ? encodeURI : encodeURIComponent,
      };
    }
    values[variable.name] = decoded(input.slice(at, end));
    at = end;
  }
  return null;
}

/** Up to the first unsupported expression. */
function piecesOf(template: string): Piece[] {
  const pieces: Piece[] = [];
  const variables = /\{(\+?)([\w.]+)\}/g;
  let done = 0;
  for (const match of template.matchAll(variables)) {
    const text = template.slice(done, match.index);
    if (text.includes('{')) break;
    if (text !== '') pieces.push({ variable: null, text });
    pieces.push({ variable: { name: match[2] as string, isRaw: match[1] === '+' }, text: match[0] });
    done = match.index + match[0].length;
  }
  const rest = template.slice(done).split('{')[0] as string;
  return rest === '' ? pieces : [...pieces, { variable: null, text: rest }];
}

function isWhole(template: string, pieces: readonly Piece[]): boolean {
  return pieces.reduce((length, { text }) => length + text.length, 0) === template.length;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
