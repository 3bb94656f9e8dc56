// How a conversation is called that was copied from another.

import { cleanTitle, longestGivenTitle } from '../../../shared/conversation/title.ts';

const endings = { en: ' (copy)', zh: '（副本）' };
const known = /(?: \(copy(?: \d+)?\)|（副本(?: ?\d+)?）)$/u;

/** A copy of a copy is called as the first one. */
export function forkTitle(title: string, language: 'system' | 'en' | 'zh'): string {
  const ending = language === 'zh' ? endings.zh : endings.en;
  const plain = title.replace(known, '');
  const room = longestGivenTitle - ending.length;
  return cleanTitle(plain.length > room ? `${plain.slice(0, room - 1).toWellFormed()}…${ending}` : plain + ending);
}
