// The name of a file for a conversation, sound on every system.

/** Names that Windows keeps for itself, with whatever ending. */
const kept = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** Bytes: most file systems take 255, with an ending and a number beside it. */
const longest = 120;

/** `ending`: without its dot. */
export function exportName(title: string, ending: string): string {
  const plain = title.replace(/[\p{Cc}\p{Cf}\\/:*?"<>|\u2028\u2029]+/gu, ' ').replace(/\s+/g, ' ');
  let name = '';
  for (const letter of plain.trim().toWellFormed()) {
    if (Buffer.byteLength(name + letter, 'utf8') > longest) break;
    name += letter;
  }
  const sound = name.replace(/^[. ]+|[. ]+$/g, '');
  return `${sound === '' || kept.test(sound) ? 'conversation' : sound}.${ending}`;
}
