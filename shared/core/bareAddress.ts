// Finds bare URLs in text by GitHub's Markdown rules, and where they end in text without spaces: at full-width and
// other non-ASCII punctuation, and where a script without spaces follows a word. The displayed host is always the host
// that opens; otherwise there is no link.

export interface BareAddress {
  /** Length of the URL in the text. */
  length: number;
  href: string;
}

/** Returns the URL that starts at this position; the text before it matters too. */
export function bareAddressAt(text: string, at: number): BareAddress | null {
  scheme.lastIndex = at;
  const [prefix] = scheme.exec(text) ?? [];
  if (prefix === undefined || !mayPrecede(text, at, prefix)) return null;
  const isWww = prefix.endsWith('.');
  const hostStart = at + (isWww ? 0 : prefix.length);
  const hostEnd = endOfHost(text, hostStart);
  if (hostEnd === null) return null;
  const length = trimmed(text, at, hostEnd, endOfPath(text, hostEnd)) - at;
  return { length, href: (isWww ? 'http://' : '') + text.slice(at, at + length) };
}

export interface AddressPart {
  text: string;
  /** Null: not a URL. */
  href: string | null;
}

/** Splits the text into parts that join back to it. */
export function addressParts(text: string): AddressPart[] {
  const parts: AddressPart[] = [];
  let at = 0;
  for (const { index } of text.matchAll(/https?:\/\/|www\./gi)) {
    const address = index < at ? null : bareAddressAt(text, index);
    if (!address) continue;
    if (index > at) parts.push({ text: text.slice(at, index), href: null });
    at = index + address.length;
    parts.push({ text: text.slice(index, at), href: address.href });
  }
  if (at < text.length) parts.push({ text: text.slice(at), href: null });
  return parts;
}

const scheme = /https?:\/\/|www\./iy;

/** A URL does not start inside a word, and `www` not inside a path or mail address. */
function mayPrecede(text: string, at: number, prefix: string): boolean {
  const before = at === 0 ? '' : (text[at - 1] as string);
  return !/[\p{Script=Latin}\d]/u.test(before) && (!prefix.endsWith('.') || !/[/.\\@-]/.test(before));
}

/** Characters of hosts and path words. Invisible characters are excluded. */
const letter = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}]/u;
const hostLetters = /(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}_.-]){1,300}/uy;
/** Scripts without spaces between words, or between a word and its particle. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\u3005-\u3007\u30fc]/u;

/** Top-level domains (countries and common ones) after which letters of another script start the next word. */
const topLevels =
  /\.(?:[a-z]{2}|com|net|org|edu|gov|mil|int|info|biz|name|pro|dev|app|page|web|site|online|tech|cloud|store|shop|xyz|top|blog|wiki|news|link|live|club|work|world|space|design|digital|agency|art|asia|chat|click|code|codes|company|email|guide|help|host|ink|media|network|one|run|social|software|studio|systems|team|tools|vip|zone)(?=\.?[^\0-\x7f\p{Script=Latin}])/iu;

/** Returns null if there is no host, or not the one it looks like. */
function endOfHost(text: string, from: number): number | null {
  hostLetters.lastIndex = from;
  let host = hostLetters.exec(text)?.[0] ?? '';
  const cut = topLevels.exec(host);
  if (cut) host = host.slice(0, cut.index + cut[0].length);
  host = host.replace(/[.-]+$/, '');
  const ascii = /^[\0-\x7f]*/.exec(host)?.[0] ?? '';
  // localhost and numeric addresses need no punctuation before the next word.
  if (ascii !== host && /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3})$/i.test(ascii)) host = ascii;
  const end = from + host.length;
  // An invisible letter splits a name.
  if (/^\p{Default_Ignorable_Code_Point}/u.test(text.slice(end, end + 2))) return null;
  if (!isHost(host) || /^www$/i.test(host) || /^[\w.~!$&'()*+,;=:%-]*@/.test(text.slice(end, end + 300))) return null;
  const port = /^:\d{1,5}(?!\d)/.exec(text.slice(end, end + 7))?.[0] ?? '';
  return end + port.length;
}

function isHost(host: string): boolean {
  const labels = host.split('.');
  const last = labels.at(-1) as string;
  if (labels.some((label) => !/^[\p{L}\p{N}_]/u.test(label)) || labels.slice(-2).join('').includes('_')) return false;
  // Browsers would parse these numbers as a different address.
  if (/^(?:\d+|0x[\da-f]*)$/i.test(last)) return isNumericHost(labels);
  if (/^[\0-\x7f]*$/.test(host)) return true;
  // Browsers would open a different host for such lookalike letters.
  if (host.normalize('NFKC') !== host.normalize('NFC')) return false;
  return labels.length > 1 && (/^[\0-\x7f]*$/.test(last) || !/[a-z]/i.test(last));
}

function isNumericHost(labels: readonly string[]): boolean {
  return labels.length === 4 && labels.every((label) => /^(?:0|[1-9]\d{0,2})$/.test(label) && Number(label) < 256);
}

function endOfPath(text: string, from: number): number {
  if (!/[/?#]/.test(text[from] ?? '')) return from;
  let at = from;
  /** The current part of the path contains words of a script without spaces. */
  let inUnspaced = false;
  while (at < text.length) {
    const code = text.codePointAt(at) as number;
    const character = String.fromCodePoint(code);
    if (code <= 32 || code === 127 || character === '<') break;
    if (code < 128) {
      if (/[/?#&=]/.test(character)) inUnspaced = false;
    } else if (unspaced.test(character) && letter.test(character)) {
      if (!inUnspaced && !mayBeginWord(text, from, at)) break;
      inUnspaced = true;
    } else if (!(letter.test(character) && !fullWidth.test(character)) && !joinsWords(text, at)) break;
    at += character.length;
  }
  return at;
}

const fullWidth = /[\uff01-\uff60]/;

/** After a separator, or where the URL clearly continues after the word. */
function mayBeginWord(text: string, from: number, at: number): boolean {
  const before = text.slice(Math.max(from, at - 2), at);
  if (/[/=_\-+%~#?&:@]$/.test(before) || /[_-]\($/.test(before)) return true;
  if (!/[\p{L}\p{M}\p{N}]$/u.test(before)) return false;
  const word = /^[^\0-\x7f]{1,60}(?=[/_=&.-][\p{L}\p{N}%])/u.exec(text.slice(at, at + 64))?.[0] ?? '';
  return word !== '' && [...word].every((character) => letter.test(character));
}

/** Dashes, apostrophes and middle dots in names, as in encyclopaedia URLs. */
function joinsWords(text: string, at: number): boolean {
  if (!/[\u2013\u2019\u00b7\u30fb]/.test(text[at] as string)) return false;
  const before = text[at - 1] ?? '';
  const after = text[at + 1] ?? '';
  return letter.test(before) && letter.test(after) && unspaced.test(before) === unspaced.test(after);
}

/** Strips trailing punctuation that belongs to the sentence. */
function trimmed(text: string, from: number, hostEnd: number, to: number): number {
  let round = countOf(text, hostEnd, to, '(') - countOf(text, hostEnd, to, ')');
  let square = countOf(text, hostEnd, to, '[') - countOf(text, hostEnd, to, ']');
  let end = to;
  while (end > hostEnd) {
    const last = text[end - 1] as string;
    if (/[?!.,:*_~'"([]/.test(last)) end--;
    else if (last === ')' && round < 0) {
      end--;
      round++;
    } else if (last === ']' && square < 0) {
      end--;
      square++;
    } else if (last === ';')
      end -= /&[a-z\d]{1,40};$/i.exec(text.slice(Math.max(from, end - 42), end))?.[0].length ?? 1;
    else break;
  }
  return Math.max(end, hostEnd);
}

function countOf(text: string, from: number, to: number, mark: string): number {
  let count = 0;
  for (let at = from; at < to; at++) if (text[at] === mark) count++;
  return count;
}
