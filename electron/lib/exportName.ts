// Derives an export's file name from a title, valid on every system.

/** Names that Windows reserves, with any extension. */
const reservedNames = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** In bytes: most file systems allow 255; the margin is for an extension and a number. */
const longest = 120;

/** `ending`: without its dot. */
export function exportFileName(title: string, ending: string): string {
  const plain = title.replace(/[\p{Cc}\p{Cf}\\/:*?"<>|\u2028\u2029]+/gu, ' ').replace(/\s+/g, ' ');
  let name = '';
  for (const letter of plain.trim().toWellFormed()) {
    if (Buffer.byteLength(name + letter, 'utf8') > longest) break;
    name += letter;
  }
  const sound = name.replace(/^[. ]+|[. ]+$/g, '');
  return `${sound === '' || reservedNames.test(sound) ? 'conversation' : sound}.${ending}`;
}
