// The list of conversations as rows.

import { describe, expect, test } from 'vitest';
import { strings } from '../../../renderer/core/strings.ts';
import { type SectionKey, type SidebarRow, sidebarRows } from '../../../renderer/features/sidebar/sidebarRows.ts';
import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';
import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';
import { cite } from '../../support/cite.ts';

const now = new Date(2026, 2, 15, 14).getTime();
const projects: ProjectInfo[] = ['garden', 'kitchen'].map((name) => ({
  id: name,
  name,
  folder: `/home/you/${name}`,
  folderExists: true,
  trusted: false,
  approvalMode: null,
}));

function row(id: string, projectId: string, more: Partial<ConversationRow> = {}): ConversationRow {
  const at = new Date(2026, 2, 15, 9).toISOString();
  const marks = { pinned: false, archived: false, unread: false };
  return {
    id,
    projectId,
    title: id,
    createdAt: at,
    updatedAt: at,
    messageCount: 1,
    activity: 'idle',
    ...marks,
    ...more,
  };
}

function shown(conversations: ConversationRow[], toggled: SectionKey[] = [], current: string | null = null): string[] {
  const words = strings.sidebar.groups;
  const rows = sidebarRows({ conversations, projects, toggled: new Set(toggled), current, now, locale: 'en', words });
  return rows.map(said);
}

function said(one: SidebarRow): string {
  if (one.type === 'section') return `# ${one.key}${one.open ? '' : ` closed ${one.count}/${one.unread}`}`;
  return one.type === 'time' ? `- ${one.label}` : one.row.id;
}

const all = [
  row('a', 'garden'),
  row('b', 'kitchen', { pinned: true }),
  row('c', 'nowhere'),
  row('d', 'garden', { archived: true, unread: true }),
  row('e', 'garden', { updatedAt: new Date(2026, 2, 14, 9).toISOString(), unread: true }),
];

describe('the list of conversations', () => {
  test(cite('UI-12', 'has pinned ones first, then projects, and the collapsed archive at its end'), () => {
    expect(shown(all)).toEqual([
      '# pinned',
      'b',
      '# project:garden',
      'a',
      'e',
      '# folderless',
      'c',
      '# archive closed 1/1',
    ]);
  });

  test.each([
    [9, []],
    [10, ['- Today', '- Yesterday']],
  ])(cite('UI-12', 'a project of %i has the headings %j within'), (count, headings) => {
    const yesterday = { updatedAt: new Date(2026, 2, 14, 9).toISOString() };
    const rows = Array.from({ length: count }, (_, n) => row(`r${n}`, 'garden', n < 2 ? {} : yesterday));
    expect(shown(rows).filter((line) => line.startsWith('- '))).toEqual(headings);
  });

  test(
    cite(
      'UI-12',
      'a collapsed section shows its count and how many are unread, and opens around the open conversation',
    ),
    () => {
      expect(shown(all, ['project:garden', 'archive'])).toEqual([
        '# pinned',
        'b',
        '# project:garden closed 2/1',
        '# folderless',
        'c',
        '# archive',
        'd',
      ]);
      expect(shown(all, ['project:garden'], 'e')).toContain('e');
      expect(shown(all, [], 'd')).toContain('d');
    },
  );

  test(cite('UI-12', 'is built quickly for ten thousand, each once and with a unique key'), () => {
    const many = Array.from({ length: 10_000 }, (_, n) => row(`r${n}`, n % 3 === 0 ? 'garden' : 'kitchen'));
    const words = strings.sidebar.groups;
    const rows = sidebarRows({
      conversations: many,
      projects,
      toggled: new Set(),
      current: null,
      now,
      locale: 'en',
      words,
    });
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
    expect(rows.filter(({ type }) => type === 'conversation')).toHaveLength(10_000);
  });
});
