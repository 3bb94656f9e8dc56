// Detects the encoding of bytes without a byte-order mark. A detector's proposal is accepted only if the decoded text
// is plausible, since a wrong guess would be written to the file. Returns null when uncertain.

import { isUtf8 } from 'node:buffer';
import { looksChinese } from './chineseText.ts';
import { detectUtf16 } from './plainText.ts';
import { decodeBytes, type TextEncoding } from './textEncoding.ts';

/** Bytes of non-ASCII lines to examine. */
const sampleBytes = 32 * 1024;
/** Where a file may declare its encoding. */
const headBytes = 1024;

/** `bytes` start at a character boundary; `cut`: they may end within one. */
export async function detectEncoding(bytes: Buffer, { cut = false } = {}): Promise<TextEncoding | null> {
  if (bytes.includes(0)) return unmarkedWide(bytes, cut);
  if (isUtf8(cut ? bytes.subarray(0, completeUtf8Length(bytes)) : bytes)) return 'utf-8';
  const sample = foreignLines(bytes, cut);
  const declared = declaredEncoding(bytes);
  if (declared !== null && decodeBytes(sample, declared) !== null) return declared;
  if (sample.length === 0) return null;
  if (isCommonWestern(sample)) return latinOf(sample);
  const { detect } = await import('jschardet');
  const proposal = detect(sample, { detectEncodings: [...proposals.keys(), ...decoys] }).encoding?.toLowerCase() ?? '';
  const encoding = proposals.get(proposal) ?? null;
  const text = encoding && decodeBytes(sample, encoding);
  if (encoding === null || text === null || !readsLike[encoding]?.(text, sample)) return null;
  return encoding === 'windows-1252' ? latinOf(sample) : encoding;
}

/** Accepted proposals, mapped to our encodings. */
const proposals = new Map<string, TextEncoding>([
  ['gb18030', 'gb18030'],
  ['gb2312', 'gb18030'],
  ['big5', 'big5'],
  ['big5hkscs', 'big5'],
  ['shift_jis', 'shift_jis'],
  ['cp932', 'shift_jis'],
  ['euc-jp', 'euc-jp'],
  ['euc-kr', 'euc-kr'],
  ['cp949', 'euc-kr'],
  ['windows-1252', 'windows-1252'],
  ['iso-8859-1', 'windows-1252'],
  ['windows-1250', 'windows-1250'],
  ['iso-8859-2', 'iso-8859-2'],
  ['windows-1251', 'windows-1251'],
  ['koi8-r', 'koi8-r'],
]);
/** Unsupported; without them, their text would be detected as one of the others. */
const decoys = [
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'iso-8859-5',
  'tis-620',
  'cp866',
];

/** Returns the length without an incomplete character at the end. */
export function completeUtf8Length(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] as number;
    if ((byte & 0xc0) !== 0x80) return byte >= 0xc0 ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** UTF-16 without a mark, validated as a whole. */
function unmarkedWide(bytes: Buffer, cut: boolean): TextEncoding | null {
  const encoding = detectUtf16(bytes);
  const decoded = encoding && decodeBytes(bytes, encoding);
  const text = cut ? decoded?.replace(/[\ud800-\udbff]$/, '') : decoded;
  return text?.isWellFormed() && !/(?!\s)\p{Cc}|\p{Cn}/u.test(text) ? encoding : null;
}

/** Reads the declaration in the first lines of source code, HTML or CSS. */
function declaredEncoding(bytes: Buffer): TextEncoding | null {
  const head = bytes.toString('latin1', 0, headBytes);
  const name =
    /^(?:.*\n)?[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/.exec(head)?.[1] ??
    /^<\?xml[^>]{0,80}encoding=["']([-\w.:]+)/.exec(head)?.[1] ??
    /<meta\b[^>]{0,200}\bcharset=["']?([-\w.:]+)/i.exec(head)?.[1] ??
    /^@charset "([-\w.:]+)"/.exec(head)?.[1];
  return (name && declarable.get(name.toLowerCase().replaceAll('_', '-'))) || null;
}

const declarable = new Map<string, TextEncoding>([
  ['gb2312', 'gb18030'],
  ['gbk', 'gb18030'],
  ['gb18030', 'gb18030'],
  ['cp936', 'gb18030'],
  ['big5', 'big5'],
  ['shift-jis', 'shift_jis'],
  ['sjis', 'shift_jis'],
  ['cp932', 'shift_jis'],
  ['windows-31j', 'shift_jis'],
  ['euc-jp', 'euc-jp'],
  ['euc-kr', 'euc-kr'],
  ['cp949', 'euc-kr'],
  ['ks-c-5601-1987', 'euc-kr'],
  ['iso-8859-1', 'iso-8859-1'],
  ['latin-1', 'iso-8859-1'],
  ['latin1', 'iso-8859-1'],
  ['iso-8859-2', 'iso-8859-2'],
  ['latin-2', 'iso-8859-2'],
  ['windows-1250', 'windows-1250'],
  ['cp1250', 'windows-1250'],
  ['windows-1251', 'windows-1251'],
  ['cp1251', 'windows-1251'],
  ['windows-1252', 'windows-1252'],
  ['cp1252', 'windows-1252'],
  ['koi8-r', 'koi8-r'],
]);

/** Returns the non-ASCII lines: in the whole text, the few that reveal an encoding would not count. */
function foreignLines(bytes: Buffer, cut: boolean): Buffer {
  const lines: Buffer[] = [];
  let length = 0;
  const isForeign = /[\x80-\xff]/g;
  const latin = bytes.toString('latin1');
  for (let match = isForeign.exec(latin); match !== null && length < sampleBytes; match = isForeign.exec(latin)) {
    const start = latin.lastIndexOf('\n', match.index) + 1;
    const feed = latin.indexOf('\n', match.index);
    const end = feed < 0 ? bytes.length : feed + 1;
    // Both the whole and a shortened line may end within a character.
    const until = wholeLine(
      bytes,
      start,
      Math.min(end, start + sampleBytes),
      feed >= 0 && end <= start + sampleBytes,
      cut,
    );
    lines.push(bytes.subarray(start, until));
    length += until - start;
    isForeign.lastIndex = Math.max(end, match.index + 1);
  }
  return Buffer.concat(lines);
}

/** Bytes below 0x30 are never part of a multi-byte character, so a line can be cut after one. */
function wholeLine(bytes: Buffer, start: number, end: number, isWhole: boolean, cut: boolean): number {
  if (isWhole || (end === bytes.length && !cut)) return end;
  for (let at = end; at > start; at--) if ((bytes[at - 1] as number) < 0x30) return at;
  return end;
}

/** Returns whether decoded text is plausible in its encoding. */
const readsLike: Partial<Record<TextEncoding, (text: string, bytes: Buffer) => boolean>> = {
  gb18030: (_, bytes) => looksChinese(bytes),
  big5: isTraditional,
  shift_jis: isJapanese,
  'euc-jp': isJapanese,
  'euc-kr': isKorean,
  'windows-1252': (text) => areWords(text, 3) && rarely(text, /[ÐðÞþÝý]|[À-ɏ]{3}/gu),
  // The two differ in few letters, so at least one of those must occur.
  'windows-1250': (text, bytes) =>
    isCentral(text) && bytes.some((byte) => byte >= 0x8a && byte <= 0x9f && byte % 16 >= 10),
  'iso-8859-2': (text, bytes) => isCentral(text) && bytes.some((byte) => ownOfLatin2.includes(byte)),
  'windows-1251': (text, bytes) => isCyrillic(text, decodeBytes(bytes, 'koi8-r')),
  'koi8-r': (text, bytes) => isCyrillic(text, decodeBytes(bytes, 'windows-1251')),
};

const ownOfLatin2 = [0xa1, 0xa5, 0xa6, 0xa9, 0xab, 0xac, 0xae, 0xb1, 0xb5, 0xb6, 0xb9, 0xbb, 0xbc, 0xbe];

const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

/** Share of the non-ASCII characters other than punctuation. */
function share(text: string, what: RegExp): number {
  const all = count(text, /[^\0-\x7f\p{P}\p{Z}\p{S}]/gu);
  return all === 0 ? 0 : count(text, what) / all;
}

/** Never in a short text, occasionally in a long one. */
function rarely(text: string, what: RegExp): boolean {
  return count(text, what) * 60 <= count(text, accented);
}

/** Big5 has the common characters from 0xA4 to 0xC6. */
function isTraditional(text: string, bytes: Buffer): boolean {
  let common = 0;
  let other = 0;
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] as number;
    if (lead < 0x80) continue;
    if (lead >= 0xa4 && lead <= 0xc6) common++;
    else if (lead > 0xc6 || lead < 0xa1) other++;
    at++;
  }
  return common >= 4 && common >= 6 * other && !/[\ue000-\uf8ff]/.test(text);
}

/** Japanese sentences mix kana with kanji. */
function isJapanese(text: string): boolean {
  const kana = count(text, /[\u3041-\u3096\u30a1-\u30fa]/gu);
  const all = count(text, /[\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff]/gu);
  const half = count(text, /[\uff61-\uff9f]/gu);
  return all >= 4 && kana >= 2 && kana * 10 >= all && half <= kana && !/[\ue000-\uf8ff]/.test(text);
}

/** Requires some of the most frequent syllables: Chinese and Japanese text can fall on any of them. */
function isKorean(text: string): boolean {
  const syllables = /[\uac00-\ud7a3]/gu;
  const frequent =
    /[이다는을를의에가은고하지로한도사기인어리자시정대수해스아니나있부라일제서만보식음력요세여러되할게]/gu;
  const all = count(text, syllables);
  return all >= 5 && share(text, syllables) >= 0.9 && count(text, frequent) * 8 >= all;
}

/** `other`: the same bytes in the other encoding, where upper-case text reads as lower-case. */
function isCyrillic(text: string, other: string | null): boolean {
  const letters = /[\u0401\u0410-\u044f\u0451]/gu;
  const frequent = /[оеаинт]/giu;
  return (
    count(text, letters) >= 8 &&
    share(text, letters) >= 0.95 &&
    count(text, frequent) >= 0.25 * count(text, letters) &&
    count(text, frequent) >= 1.3 * count(other ?? '', frequent) &&
    count(text, /[а-яё][А-ЯЁ]/gu) * 10 <= count(text, letters)
  );
}

const accented = /[À-ÖØ-öø-ɏ]/gu;
/**
 * Symbols inside words, capitals among small letters, accents in a row or isolated, and fragments of UTF-8 indicate
 * another encoding.
 */
const noWords =
  /\p{L}[¡-¦¨-¬®-¶¸-¿×÷]\p{L}|[®©¹²³¼½¾]\p{Ll}|\p{Ll}[À-ÖØ-ÞĀ-ɏ](?<=\p{Lu})|[À-ɏ]{4}|[À-ɏ]{2}(?<!\p{Ll}{2}|\p{Lu}{2})|(?<!\p{L})(?:[À-ɏ]{2,}|(?![ÀÈÉÁÓÚÍ])\p{Lu}(?<=[À-ɏ]))(?!\p{L})|[\x80-\x9fƒˆ‰‹›¤¦¨¬¯´¶¸]|€[œťž™“”˜ś]|[ÂÃÄĹâ][¡-¿€\u00a0]/gu;

/** Latin words with occasional accents. */
function areWords(text: string, min: number): boolean {
  return count(text, accented) >= min && rarely(text, noWords);
}

const central = /[áäąâăçćčďđéęěëíîĺľłńňóöôőŕřśšşťţúůüűýžźż]/giu;

function isCentral(text: string): boolean {
  return areWords(text, 4) && count(text, central) >= 0.98 * count(text, accented);
}

/** Western and Central European encodings share these letters, so the text is the same either way. */
function isCommonWestern(bytes: Buffer): boolean {
  const text = decodeBytes(bytes, 'windows-1252');
  return (
    text !== null &&
    /[ÄÖÜäöüßéáíóú]/.test(text) &&
    !/[^\0-\x7fÄÖÜäöüßÉéÁáÍíÓóÚúÇçÂâÎîÔôË\u00a0§©®°«»–—‘’“”„…•€]/.test(text) &&
    areWords(text, 1) &&
    !/[À-ɏ]{3}/u.test(text) &&
    /[A-Za-z][ÄÖÜäöüßÉéÁáÍíÓóÚúÇçÂâÎîÔôË]|[ÄÖÜäöüßÉéÁáÍíÓóÚúÇçÂâÎîÔôË][A-Za-z]/.test(text) &&
    // An isolated letter is a word between spaces.
    !/(?<![A-Za-zÀ-ÿ\s('"])[À-ÿ]+(?![A-Za-zÀ-ÿ])|(?<![A-Za-zÀ-ÿ])[À-ÿ]+(?![A-Za-zÀ-ÿ\s)'".,:;])/.test(text)
  );
}

/** ISO-8859-1 leaves 0x80 to 0x9F unused, where Windows-1252 has quotes and dashes. */
function latinOf(bytes: Buffer): TextEncoding {
  return bytes.some((byte) => byte >= 0x80 && byte <= 0x9f) ? 'windows-1252' : 'iso-8859-1';
}
