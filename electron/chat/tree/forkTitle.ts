// How a conversation is called that was copied from another: what tells it apart stands first, since the end of a long title is
// cut where it is listed.

import { cleanTitle, longestGivenTitle } from '../../../shared/conversation/title.ts';

const beginnings = {
  en: (count: number) => (count === 1 ? 'Copy of ' : `Copy ${count} of `),
  zh: (count: number) => (count === 1 ? '副本：' : `副本 ${count}：`),
};
/** The endings are those of copies that were made before. */
const known = /^(?:Copy(?: \d+)? of |副本(?: \d+)?：)|(?: \(copy(?: \d+)?\)|（副本(?: ?\d+)?）)$/gu;

/** `taken`: titles that are there already. A copy of a copy is called as one of the first. */
export function forkTitle(title: string, language: string, taken: ReadonlySet<string>): string {
  const beginning = beginnings[language === 'zh' ? 'zh' : 'en'];
  const plain = title.replace(known, '') || title;
  for (let count = 1; ; count++) {
    const room = longestGivenTitle - beginning(count).length;
    const end = plain.length > room ? `${plain.slice(0, room - 1).toWellFormed()}…` : plain;
    const made = cleanTitle(beginning(count) + end);
    if (!taken.has(made)) return made;
  }
}
