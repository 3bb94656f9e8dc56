// The list of conversations: distinguishing equal titles, the order of pinned ones, multiple selection, collapsed
// sections.

import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createZipFile } from '../../../renderer/features/export/zipFile.ts';
import { distinguishTitles } from '../../../renderer/features/sidebar/distinguishTitles.ts';
import { setManyArchived } from '../../../renderer/features/sidebar/manyConversations.ts';
import { dropIndex, inPinnedOrder, moveInList, pinnedRows } from '../../../renderer/features/sidebar/pinned.ts';
import {
  extendSelection,
  noSelection,
  pruneSelection,
  toggleInSelection,
} from '../../../renderer/features/sidebar/selection.ts';
import { readFolds } from '../../../renderer/features/sidebar/useFolds.ts';
import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';
import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';
import { cite } from '../../support/cite.ts';

const project = (id: string): ProjectInfo => ({
  id,
  name: id,
  folder: `/home/you/${id}`,
  folderExists: true,
  trusted: false,
  approvalMode: null,
});

function row(id: string, more: Partial<ConversationRow> = {}): ConversationRow {
  const at = '2026-03-15T09:05:00.000Z';
  const marks = { pinned: false, archived: false, unread: false };
  return {
    ...{ id, projectId: 'garden', title: 'Same', createdAt: at, updatedAt: at },
    messageCount: 1,
    activity: 'idle',
    ...marks,
    ...more,
  };
}

function apart(conversations: ConversationRow[]): Record<string, string> {
  const projects = [project('garden'), project('kitchen')];
  return Object.fromEntries(distinguishTitles({ conversations, projects, noFolder: 'No folder' }));
}

describe('equal titles', () => {
  test.each<[string, ConversationRow[], Record<string, string>]>([
    ['titles of their own need nothing', [row('a', { title: 'One', pinned: true }), row('b', { title: 'Two' })], {}],
    [
      'pinned and archived ones by folder',
      [
        row('a', { pinned: true }),
        row('b', { projectId: 'kitchen', archived: true }),
        row('c', { projectId: 'gone', pinned: true, title: 'same ' }),
      ],
      { a: 'garden', b: 'kitchen', c: 'No folder' },
    ],
    ['others by the heading', [row('a', { pinned: true }), row('b', { projectId: 'kitchen' })], { a: 'garden' }],
    ['in one folder by their times alone', [row('a', { pinned: true }), row('b', { pinned: true })], {}],
  ])(cite('UI-16', 'are distinguished: %s'), (_name, rows, texts) => {
    expect(apart(rows)).toEqual(texts);
  });

  test('are found quickly among ten thousand', { tags: ['all'] }, () => {
    const many = Array.from({ length: 10_000 }, (_, n) =>
      row(`r${n}`, { title: `Title ${n % 2_500}`, projectId: n < 5_000 ? 'garden' : 'kitchen', pinned: true }),
    );
    expect(Object.keys(apart(many))).toHaveLength(10_000);
  });
});

describe('pinned conversations', () => {
  test(cite('UI-12', "are in the user's order; one pinned since comes before them"), () => {
    const rows = ['a', 'b', 'c', 'new'].map((id) => row(id, { pinned: true }));
    expect(inPinnedOrder(rows, ['c', 'gone', 'a', 'b']).map(({ id }) => id)).toEqual(['new', 'c', 'a', 'b']);
    expect(pinnedRows([row('x'), row('y', { pinned: true, archived: true }), ...rows], []).map(({ id }) => id)).toEqual(
      ['a', 'b', 'c', 'new'],
    );
  });

  test.each<[string, number, string[] | null]>([
    ['a', 1, ['b', 'a', 'c']],
    ['c', 0, ['c', 'a', 'b']],
    ['a', 9, ['b', 'c', 'a']],
    ['a', -1, null],
    ['b', 1, null],
    ['gone', 0, null],
  ])(cite('UI-12', '%s moved to %i results in %j'), (id, to, order) => {
    expect(moveInList(['a', 'b', 'c'], id, to)).toEqual(order);
  });

  test.each<[string, string, boolean, string[] | null]>([
    ['a', 'c', true, ['b', 'c', 'a']],
    ['c', 'a', false, ['c', 'a', 'b']],
    ['c', 'c', false, null],
    ['c', 'c', true, null],
    ['c', 'gone', true, null],
  ])(cite('UI-12', '%s dropped on %s, after it: %s, results in %j'), (id, on, after, order) => {
    const ids = ['a', 'b', 'c'];
    expect(moveInList(ids, id, dropIndex(ids, id, { id: on, after }))).toEqual(order);
  });
});

test(cite('UI-12', 'several are selected individually and by range, and missing ones are deselected'), () => {
  const shown = ['a', 'b', 'c', 'd', 'e'];
  const one = toggleInSelection(noSelection, 'b');
  expect([...extendSelection(one, 'd', shown, null).ids]).toEqual(['b', 'c', 'd']);
  expect([...extendSelection(extendSelection(one, 'd', shown, null), 'a', shown, null).ids]).toEqual(['a', 'b']);
  expect([...extendSelection(noSelection, 'c', shown, 'e').ids]).toEqual(['c', 'd', 'e']);
  expect([...extendSelection(noSelection, 'c', shown, null).ids]).toEqual(['c']);
  expect([...toggleInSelection(toggleInSelection(one, 'e'), 'b').ids]).toEqual(['e']);
  expect([...pruneSelection(extendSelection(one, 'd', shown, null), (id) => id !== 'c').ids]).toEqual(['b', 'd']);
  expect(pruneSelection(one, () => true)).toBe(one);
});

test(cite('UI-12', 'several are archived, and earlier archived ones stay when that is undone'), async () => {
  const conversations = [row('a'), row('b', { archived: true })];
  const asked: unknown[] = [];
  const undone: (() => void)[] = [];
  const session = {
    app: { store: { getState: () => ({ snapshot: { conversations } }) } },
    actions: {
      report: expect.unreachable,
      call: async (...call: unknown[]) => {
        asked.push(call);
        return { ok: true };
      },
    },
    toasts: { show: ({ action }: { action: { run(): void } }) => undone.push(action.run) },
  };
  await setManyArchived(session as never, ['a', 'b'], true);
  for (const undo of undone) undo();
  expect(asked).toEqual([true, false].map((archived) => ['conversation.organise', { conversationId: 'a', archived }]));
});

test.each([
  ['["project:a","archive"]', ['project:a', 'archive']],
  ['{"a":1}', []],
  ['[1,"pinned"]', ['pinned']],
  ['no', []],
  [null, []],
])(cite('UI-12', 'collapsed sections stored as %j are %j'), (text, folds) => {
  expect(readFolds(text)).toEqual(folds);
});

test('an archive contains each file unchanged, under a unique name', async () => {
  const file = (name: string, ...texts: string[]) => ({ name, pieces: texts.map((text) => new Blob([text])) });
  const parts = await createZipFile(
    [
      file('雨.md', 'one', ' two'),
      file('雨.MD', 'three'),
      file('a.otlp.json', ''),
      file('\u00e9.md', ''),
      file('e\u0301.md', ''),
    ],
    new Date(2026, 2, 15),
  );
  const bytes = Buffer.from(await new Blob(parts ?? []).arrayBuffer());
  const found: [string, string][] = [];
  for (let at = bytes.indexOf('PK\u0001\u0002'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + 4)) {
    const [size, name] = [
      bytes.readUInt32LE(at + 24),
      bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28)),
    ];
    const begin = bytes.readUInt32LE(at + 42) + 30 + bytes.readUInt16LE(at + 28);
    const content = bytes.subarray(begin, begin + size);
    expect(bytes.readUInt32LE(at + 16)).toBe(crc32(content));
    found.push([name, content.toString('utf8')]);
  }
  expect(found).toEqual([
    ['雨.md', 'one two'],
    ['雨 (2).MD', 'three'],
    ['a.otlp.json', ''],
    ['\u00e9.md', ''],
    ['e\u0301 (2).md', ''],
  ]);
  const end = bytes.lastIndexOf('PK\u0005\u0006');
  expect([bytes.readUInt16LE(end + 10), bytes.readUInt32LE(end + 16)]).toEqual([5, bytes.indexOf('PK\u0001\u0002')]);
});
