// A template of addresses (RFC 6570), as far as it can be typed: variables alone in braces, `{id}` and `{+path}`. What comes
// behind another kind is not completed. Pure.

export interface TypedVariable {
  name: string;
  /** What has been typed of it. */
  text: string;
  /** The address up to it. */
  before: string;
  /** What follows it up to the next variable. */
  after: string;
  /** Nothing has to be typed behind `after`. */
  isLast: boolean;
  /** Values of the variables before it. */
  given: Record<string, string>;
  encode(value: string): string;
}

interface Piece {
  /** Null: text. */
  variable: { name: string; isRaw: boolean } | null;
  text: string;
}

/** The address up to the first variable. */
export function templateBeginning(template: string): string {
  const [first] = piecesOf(template);
  return first?.variable === null ? first.text : '';
}

/** The variable that is being typed; null: what was typed is no beginning of such an address, or goes on behind it. */
export function typedVariable(template: string, typed: string): TypedVariable | null {
  const pieces = piecesOf(template);
  const given: Record<string, string> = {};
  let at = 0;
  for (const [index, { variable, text }] of pieces.entries()) {
    if (variable === null) {
      if (!typed.startsWith(text, at)) return null;
      at += text.length;
      continue;
    }
    const next = pieces[index + 1];
    const end = next?.variable === null ? typed.indexOf(next.text, at) : -1;
    if (end < 0) {
      return {
        name: variable.name,
        text: decoded(typed.slice(at)),
        before: typed.slice(0, at),
        after: next?.variable === null ? next.text : '',
        isLast: pieces.slice(index + 1).every((piece) => piece.variable === null) && isWhole(template, pieces),
        given,
        encode: variable.isRaw ? encodeURI : encodeURIComponent,
      };
    }
    given[variable.name] = decoded(typed.slice(at, end));
    at = end;
  }
  return null;
}

/** Up to the first expression of another kind. */
function piecesOf(template: string): Piece[] {
  const pieces: Piece[] = [];
  const variables = /\{(\+?)([\w.]+)\}/g;
  let done = 0;
  for (const found of template.matchAll(variables)) {
    const text = template.slice(done, found.index);
    if (text.includes('{')) break;
    if (text !== '') pieces.push({ variable: null, text });
    pieces.push({ variable: { name: found[2] as string, isRaw: found[1] === '+' }, text: found[0] });
    done = found.index + found[0].length;
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
