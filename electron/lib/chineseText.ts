// Detects Chinese text in GB2312, GBK or GB18030. Bytes do not declare their encoding, and other encodings can decode
// to Chinese characters too, so only plausible Chinese is accepted.

/** Minimum number of multi-byte characters. */
const minCharacters = 4;

/** Null: not Chinese. `cut`: the last character may be incomplete and is then dropped. */
export function decodeChineseText(bytes: Buffer, { cut = false }: { cut?: boolean } = {}): string | null {
  if (!looksChinese(bytes)) return null;
  try {
    return new TextDecoder('gb18030', { fatal: true }).decode(bytes, { stream: cut });
  } catch {
    return null;
  }
}

/**
 * GB2312 has the common characters from 0xB0 to 0xD7, ordered by pronunciation. Japanese, Traditional Chinese and
 * European text falls outside; Korean only into the first part, so `late` has none.
 */
export function looksChinese(bytes: Buffer): boolean {
  let common = 0;
  let late = 0;
  let other = 0;
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] as number;
    if (lead < 0x80) {
      at++;
      continue;
    }
    const trail = bytes[at + 1];
    if (trail === undefined) break;
    if (lead === 0x80 || lead === 0xff) return false;
    const isFour = trail >= 0x30 && trail <= 0x39;
    if (!isFour && (trail < 0x40 || trail === 0x7f || trail === 0xff)) return false;
    if (trail >= 0xa1 && lead >= 0xb0 && lead <= 0xd7) {
      common++;
      if (lead >= 0xc9) late++;
    } else if (trail < 0xa1 || lead < 0xa1 || lead > 0xa3) other++;
    at += isFour ? 4 : 2;
  }
  return common >= minCharacters && common >= 4 * other && late * 7 >= common;
}
