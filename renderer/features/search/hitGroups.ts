// Groups search hits by conversation, in order of first appearance. Pure.

import type { SearchHit } from '../../../shared/features/search/methods.ts';

export interface HitGroup {
  conversationId: string;
  projectId: string;
  title: string;
  /** `at`: position in keyboard order. */
  hits: { hit: SearchHit; at: number }[];
}

/** Unique key of a hit, independent of its position. */
export function hitKey({ conversationId, messageId, part, callIndex, place }: SearchHit): string {
  return [conversationId, messageId, part, callIndex, place].join('/');
}

export function hitGroups(hits: readonly SearchHit[]): HitGroup[] {
  const groups = new Map<string, HitGroup>();
  for (const hit of hits) {
    const existing = groups.get(hit.conversationId);
    const { conversationId, projectId, title } = hit;
    const group = existing ?? { conversationId, projectId, title, hits: [] };
    if (!existing) groups.set(conversationId, group);
    group.hits.push({ hit, at: 0 });
  }
  let at = 0;
  for (const group of groups.values()) {
    for (const entry of group.hits) {
      entry.at = at;
      at += 1;
    }
  }
  return [...groups.values()];
}

/** The selected hit's index; 0 if it is gone. */
export function hitIndexOf(flat: readonly { hit: SearchHit }[], chosen: string | null): number {
  return chosen === null
    ? 0
    : Math.max(
        0,
        flat.findIndex(({ hit }) => hitKey(hit) === chosen),
      );
}
