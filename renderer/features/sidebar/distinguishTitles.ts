// Labels that distinguish pinned and archived conversations with the same title: their folders, which no heading shows.
// In other sections the heading names the folder. Pure.

import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';
import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';

export interface TellApartInput {
  conversations: readonly ConversationRow[];
  projects: readonly ProjectInfo[];
  noFolder: string;
}

/** By id; other conversations have no label. */
export function distinguishTitles({ conversations, projects, noFolder }: TellApartInput): Map<string, string> {
  const names = new Map(projects.flatMap(({ id, name, folder }) => (folder === null ? [] : [[id, name] as const])));
  const same = new Map<string, ConversationRow[]>();
  for (const row of conversations) {
    const key = row.title.trim().toLocaleLowerCase();
    const sameTitle = same.get(key);
    if (sameTitle) sameTitle.push(row);
    else same.set(key, [row]);
  }
  const labels = new Map<string, string>();
  for (const rows of same.values()) {
    const folders = rows.map(({ projectId }) => names.get(projectId) ?? noFolder);
    if (new Set(folders).size < 2) continue;
    for (const [at, { id, pinned, archived }] of rows.entries()) {
      if (pinned || archived) labels.set(id, folders[at] ?? noFolder);
    }
  }
  return labels;
}
