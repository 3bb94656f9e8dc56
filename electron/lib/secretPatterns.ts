// Recognizes tokens by format: keys of well-known services, JSON Web Tokens, private keys. Every pattern has a maximum
// length and starts only at a word, so that no text makes the search slow.

import { patternSearch, type TextMatch, type TextSearch, type TextSpan } from './textSearch.ts';

/** The start of a word, also after a JSON or URL escape. */
const wordStart = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[nrtbf]|%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}))`;

/** The prefix, which is searched first, and the rest. */
const tokenForms: readonly [start: string, rest: string][] = [
  ['sk-', '[A-Za-z0-9_-]{20,250}'], // OpenAI, Anthropic and others
  ['(?:sk|rk)_(?:live|test)_', '[A-Za-z0-9]{16,250}'], // Stripe
  ['whsec_', '[A-Za-z0-9+/]{24,250}'],
  ['gh[pousr]_', '[A-Za-z0-9]{36,250}'], // GitHub
  ['github_pat_', '[A-Za-z0-9_]{22,250}'],
  ['glpat-', '[A-Za-z0-9_-]{20,100}'], // GitLab
  ['(?:AKIA|ASIA)', '[A-Z0-9]{16}(?![A-Za-z0-9])'], // AWS
  ['AIza', '[A-Za-z0-9_-]{35}'], // Google
  ['ya29[.]', '[A-Za-z0-9_-]{20,400}'],
  ['GOCSPX-', '[A-Za-z0-9_-]{28}'],
  ['xox[abceoprs]-', '[A-Za-z0-9-]{10,250}'], // Slack
  ['xapp-', '[0-9]-[A-Za-z0-9-]{10,250}'],
  ['npm_', '[A-Za-z0-9]{36}'],
  ['pypi-', '[A-Za-z0-9_-]{50,250}'],
  ['hf_', '[A-Za-z0-9]{30,60}'], // Hugging Face
  ['gsk_', '[A-Za-z0-9]{40,80}'], // Groq
  ['xai-', '[A-Za-z0-9]{60,100}'],
  ['SG[.]', '[A-Za-z0-9_-]{16,32}[.][A-Za-z0-9_-]{32,64}'], // SendGrid
  ['dop_v1_', '[a-f0-9]{64}'], // DigitalOcean
  ['tlk_', '[a-z0-9]{10}_[A-Za-z0-9_-]{43}'], // Throughline's API
];

/** A JSON Web Token: two parts of Base64-encoded JSON, and a signature. */
const webToken = `(?<![_-])${wordStart}eyJ[A-Za-z0-9_-]{8,4000}[.]eyJ[A-Za-z0-9_-]{8,4000}[.][A-Za-z0-9_-]{8,2000}`;

const anyStart = new RegExp([...tokenForms.map(([start]) => start), 'eyJ'].join('|'));
const anyWord = new RegExp(
  [...tokenForms.map(([start, rest]) => `${wordStart}${start}${rest}`), webToken].join('|'),
  'g',
);

/** The longest pattern above, plus one character. */
const wordLimit = 10_100;
const wordSearch = patternSearch(anyWord, wordLimit, (match) => {
  const [text] = match;
  // Hyphenated names, such as CSS classes, contain no digit.
  return text.startsWith('sk-') && !/[0-9]/.test(text) ? null : { at: match.index, end: match.index + text.length };
});
const pemStart = '-----BEGIN ';
const pemHead = /^-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
const pemHeadUndone = /^-----BEGIN [A-Z0-9 ]{0,60}-{0,5}$/;
const pemTail = /^-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
const pemTailUndone = /^-{1,5}$|^-----(?:E|EN|END[A-Z0-9 ]{0,60}-{0,5})$/;
const pemLimit = 16_000;
/** The lines of a key without an end marker. */
const pemLines = /(?:\s|\\[nr]|[A-Za-z0-9+/=]{20,})*/y;

/** Returns every token from `start` on; earlier ones only serve as context. Private keys come first. */
export function findTokens(text: string, start: number): TextSpan[] {
  return tokenSearches.flatMap(({ find }) => [...find(text, start)].flatMap(({ value }) => value ?? []));
}

/** Together they find what `findTokens` does. */
export const tokenSearches: readonly TextSearch[] = [
  { maxLength: pemLimit + 120, find: privateKeys },
  {
    maxLength: wordLimit,
    find(text, start) {
      return anyStart.test(text) ? wordSearch.find(text, start) : [];
    },
  },
];

function* privateKeys(text: string, start: number): Generator<TextMatch> {
  let at = text.indexOf(pemStart, start);
  while (at >= 0) {
    const end = endOfKey(text, at)?.end ?? null;
    if (end !== null) yield { at, end, value: { at, end } };
    at = text.indexOf(pemStart, end ?? at + pemStart.length);
  }
}

/** Null if there is no private key; `decided` is false if more text could extend or complete it. */
function endOfKey(text: string, at: number): { end: number | null; decided: boolean } | null {
  const near = text.slice(at, at + 120);
  const head = pemHead.exec(near)?.[0];
  if (head === undefined) return pemHeadUndone.test(near) ? { end: null, decided: false } : null;
  const body = text.slice(at + head.length, at + pemLimit + 120);
  const next = body.indexOf('-----');
  const tail = next < 0 || next > pemLimit ? undefined : pemTail.exec(body.slice(next, next + 120))?.[0];
  if (tail !== undefined) return { end: at + head.length + next + tail.length, decided: true };
  pemLines.lastIndex = 0;
  const lines = Math.min(pemLines.exec(body)?.[0].length ?? 0, pemLimit);
  const over = body.length >= pemLimit + 120 - head.length;
  const tailBegins = next >= 0 && pemTailUndone.test(body.slice(next, next + 120));
  return { end: at + head.length + lines, decided: over || (next >= 0 && !tailBegins) };
}

/** Returns the start of the part in which a token may still start or grow. */
export function undecidedStart(text: string, start: number): number {
  const floor = Math.max(start, text.length - wordLimit);
  let at = text.length;
  while (at > floor && isWordUnit(text.charCodeAt(at - 1))) at--;
  const key = text.lastIndexOf(pemStart);
  if (key >= start && endOfKey(text, key)?.decided === false) return Math.min(at, key);
  return at;
}

/** Letters, digits and characters within tokens: `-`, `.`, `_`, `+`, `/`, `=`, and escape signs. */
function isWordUnit(unit: number): boolean {
  if (unit >= 0x61 && unit <= 0x7a) return true;
  if (unit >= 0x41 && unit <= 0x5a) return true;
  if (unit >= 0x2b && unit <= 0x39) return unit !== 0x2c;
  return unit === 0x5f || unit === 0x3d || unit === 0x25 || unit === 0x5c;
}
