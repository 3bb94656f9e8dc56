// Tags of conversations: their form, equality and colors. Pure.

import { fold } from '../../core/folding.ts';

/** Maximum characters (code points) of a tag. */
export const maxTagLength = 40;
/** Maximum tags of a conversation. */
export const maxTags = 20;
/** Maximum conversations of one request; more take several. */
export const maxTaggedTogether = 200;
/** Colors in the palette. */
const tagHues = 8;

/** On one line, composed, without control and direction characters, which could spoof a list; emoji joiners stay. */
export function cleanTag(text: string): string {
  return text
    .slice(0, 1000)
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u200b\u2060\ufeff]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}

export function isTag(text: string): boolean {
  return text !== '' && text === cleanTag(text) && [...text].length <= maxTagLength;
}

/** Tags with the same key are the same tag: case does not matter. */
export function tagKey(tag: string): string {
  return fold(tag);
}

/** The same tag always has the same color. */
export function tagHue(tag: string): number {
  let hash = 0;
  for (const letter of tagKey(tag)) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  return (hash >>> 0) % tagHues;
}

export interface TagCount {
  /** In its most common spelling. */
  name: string;
  key: string;
  count: number;
}

/** The tags of these conversations, in alphabetical order. */
export function countTags(rows: Iterable<{ tags?: readonly string[] | undefined }>, locale?: string): TagCount[] {
  const spellings = new Map<string, number>();
  for (const { tags } of rows) {
    if (tags) for (const tag of tags) spellings.set(tag, (spellings.get(tag) ?? 0) + 1);
  }
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const byKey = new Map<string, TagCount>();
  const commonFirst = [...spellings].sort(([one, most], [other, more]) => more - most || compare(one, other));
  for (const [name, count] of commonFirst) {
    const key = tagKey(name);
    const tag = byKey.get(key);
    if (tag) tag.count += count;
    else byKey.set(key, { name, key, count });
  }
  return [...byKey.values()].sort((one, other) => compare(one.name, other.name));
}

/** Whether a conversation has all tags with these keys. */
export function hasTags({ tags = [] }: { tags?: readonly string[] | undefined }, keys: readonly string[]): boolean {
  return keys.length === 0 || keys.every((key) => tags.some((tag) => tagKey(tag) === key));
}
