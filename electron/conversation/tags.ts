// The tags in meta.json: per name the last change with its time, so that merging copies knows the later one. Pure.

import { isTag, tagKey } from '../../shared/features/tags/tag.ts';
import type { ConversationMeta } from './formats.ts';

type TagEntry = NonNullable<ConversationMeta['tags']>[number];

/** Removed tags to remember for merging; the latest stay. */
const maxRemoved = 100;

/** In the order in which they were added. */
export function tagsOf({ tags = [] }: Pick<ConversationMeta, 'tags'>): string[] {
  return latest(tags).flatMap(({ name, removed }) => (removed ? [] : name));
}

/** Removes first, so that a tag can be respelled. Returns the same object if nothing changes. */
export function changeTags(
  meta: ConversationMeta,
  change: { add: readonly string[]; remove: readonly string[] },
  at: string,
): { meta: ConversationMeta; added: string[]; removed: string[] } {
  const now = tagsOf(meta);
  const removedKeys = new Set(change.remove.map(tagKey));
  const adding = distinct(change.add);
  const staying = now.filter((tag) => !removedKeys.has(tagKey(tag)) || adding.includes(tag));
  const stayingKeys = new Set(staying.map(tagKey));
  const added = adding.filter((tag) => !stayingKeys.has(tagKey(tag)));
  const removed = now.filter((tag) => !staying.includes(tag));
  if (added.length === 0 && removed.length === 0) return { meta, added, removed };
  const entries = (meta.tags ?? []).filter(({ name }) => ![...added, ...removed].some((tag) => isSame(tag, name)));
  const gone = removed.filter((tag) => !added.some((other) => isSame(tag, other)));
  const tags = [
    ...entries,
    ...gone.map((name): TagEntry => ({ name, at, removed: true })),
    ...added.map((name): TagEntry => ({ name, at })),
  ];
  return { meta: { ...meta, tags: bounded(tags) }, added, removed };
}

/** For the same tag the later change wins. */
export function mergeTags(ours: ConversationMeta['tags'], theirs: ConversationMeta['tags']): ConversationMeta['tags'] {
  if (!ours || !theirs) return ours ?? theirs;
  return bounded(latest([...ours, ...theirs]));
}

/** Per tag only its latest entry, at the place of the first. Entries of an invalid form are left out. */
function latest(entries: readonly TagEntry[]): TagEntry[] {
  const byKey = new Map<string, TagEntry>();
  for (const entry of entries) {
    if (!isTag(entry.name)) continue;
    const before = byKey.get(tagKey(entry.name));
    if (!before || timeOf(entry) > timeOf(before)) byKey.set(tagKey(entry.name), entry);
  }
  return [...byKey.values()];
}

function bounded(entries: readonly TagEntry[]): TagEntry[] {
  const removed = entries.filter((entry) => entry.removed).sort((one, other) => timeOf(other) - timeOf(one));
  const forgotten = new Set(removed.slice(maxRemoved));
  return entries.filter((entry) => !forgotten.has(entry));
}

function distinct(tags: readonly string[]): string[] {
  return [...new Map(tags.map((tag) => [tagKey(tag), tag])).values()];
}

function isSame(one: string, other: string): boolean {
  return tagKey(one) === tagKey(other);
}

/** An invalid time counts as the earliest. */
function timeOf({ at }: { at: string }): number {
  const time = Date.parse(at);
  return Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time;
}
