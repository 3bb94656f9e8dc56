// Flattens the sidebar into rows: pinned conversations, projects with their conversations by time, the archive. Pure.

import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';
import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';
import { inPinnedOrder } from './pinned.ts';
import { type TimeGroupStrings, timeGroups } from './timeGroups.ts';

/** Key of a section. `folderless` has a null `project`: chats without a folder. @internal */
export type SectionKey = 'pinned' | 'folderless' | 'archive' | `project:${string}`;

export type SidebarRow =
  | { type: 'section'; key: SectionKey; project: ProjectInfo | null; count: number; open: boolean; unread: number }
  | { type: 'time'; key: string; label: string }
  | { type: 'conversation'; key: string; row: ConversationRow };

export interface SidebarInput {
  /** Newest first: sorted by the host (`electron/chat/conversationList.ts`), updated by `renderer/core/state/appStore.ts`. */
  conversations: readonly ConversationRow[];
  projects: readonly ProjectInfo[];
  /** From the settings. */
  pinnedOrder?: readonly string[];
  /** Sections whose collapsed state differs from the default. */
  toggled: ReadonlySet<string>;
  /** The current conversation: its section stays expanded. */
  current: string | null;
  now: number;
  locale: string;
  words: TimeGroupStrings;
}

/** Each row shows its time, so a short section needs no headings within. */
const minGrouped = 10;

export function sidebarRows({
  conversations,
  projects,
  pinnedOrder = [],
  toggled,
  current,
  now,
  locale,
  words,
}: SidebarInput): SidebarRow[] {
  const byId = new Map(projects.map((project) => [project.id, project]));
  const sections = new Map<SectionKey, { project: ProjectInfo | null; rows: ConversationRow[] }>();
  const pinned: ConversationRow[] = [];
  const archive: ConversationRow[] = [];
  for (const row of conversations) {
    if (row.archived) archive.push(row);
    else if (row.pinned) pinned.push(row);
    else {
      const rowProject = byId.get(row.projectId);
      const projectInfo = byId.get(rowProject?.sameAs ?? '') ?? rowProject;
      const project = projectInfo && projectInfo.folder !== null ? projectInfo : null;
      const key: SectionKey = project ? `project:${project.id}` : 'folderless';
      const section = sections.get(key);
      if (section) section.rows.push(row);
      else sections.set(key, { project, rows: [row] });
    }
  }
  const rows: SidebarRow[] = [];
  const add = (
    key: SectionKey,
    project: ProjectInfo | null,
    own: readonly ConversationRow[],
    byTime: boolean,
  ): void => {
    if (own.length === 0) return;
    const open = (key === 'archive') === toggled.has(key) || (current !== null && own.some(({ id }) => id === current));
    const unread = own.filter((row) => row.unread).length;
    rows.push({ type: 'section', key, project, count: own.length, open, unread });
    if (!open) return;
    if (!byTime || own.length < minGrouped) return void rows.push(...own.map(conversationRow));
    for (const group of timeGroups(own, now, locale, words)) {
      rows.push(
        { type: 'time', key: `${key}/${group.rows[0]?.id}`, label: group.label },
        ...group.rows.map(conversationRow),
      );
    }
  };
  add('pinned', null, inPinnedOrder(pinned, pinnedOrder), false);
  for (const [key, { project, rows: own }] of sections) add(key, project, own, true);
  add('archive', null, archive, false);
  return rows;
}

function conversationRow(row: ConversationRow): SidebarRow {
  return { type: 'conversation', key: row.id, row };
}
