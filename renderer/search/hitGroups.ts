// What was found, by conversation: in the order in which each is met first. Pure.

import type { SearchHit } from '../../shared/contract/resources.ts';

export interface HitGroup {
  conversationId: string;
  projectId: string;
  title: string;
  /** `at`: its place in the order in which the keyboard goes through them. */
  hits: { hit: SearchHit; at: number }[];
}

export function hitGroups(hits: readonly SearchHit[]): HitGroup[] {
  const groups = new Map<string, HitGroup>();
  for (const hit of hits) {
    const known = groups.get(hit.conversationId);
    const { conversationId, projectId, title } = hit;
    const group = known ?? { conversationId, projectId, title, hits: [] };
    if (!known) groups.set(conversationId, group);
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
