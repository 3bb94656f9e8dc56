// The sidebar in each state: every mark, equal titles, pinned and selected conversations, and their actions.

import type { ConversationRow } from '../../../../shared/features/conversations/methods.ts';
import { defaultSettings } from '../../../../shared/features/settings/settings.ts';
import { projects, rows, snapshotFixture } from '../../appFixture.ts';
import { conversationFixture } from '../../conversationFixture.ts';
import { healthTalk } from '../../healthTalk.ts';
import type { Scene } from '../../scene.ts';

const changes: Record<string, Partial<ConversationRow>> = {
  current: { pinned: true, namedBy: 'model' },
  c3: { pinned: true, unread: true },
  c7: { pinned: true },
  c4: { ending: 'interrupted' },
  c5: { ending: 'failed', unread: true },
  c6: { ending: 'failed' },
  c9: { title: 'Convert the templates' },
};

const marked = rows.map((row) => ({ ...row, ...changes[row.id] }));
const twin = marked.find(({ id }) => id === 'c11') as ConversationRow;
/** Same title and folder, on different days and on the same day. */
const twins = [90_000, 86_400_000].map((after, at) => ({
  ...twin,
  id: `twin${at}`,
  createdAt: new Date(Date.parse(twin.createdAt) + after).toISOString(),
}));

function sidebar(change: Partial<Scene> = {}): Scene {
  const settings = { ...defaultSettings, pinnedOrder: ['c7', 'current', 'c3'] };
  const snapshot = snapshotFixture({ conversations: [...marked, ...twins], settings });
  return { snapshot, conversation: conversationFixture({ messages: healthTalk().messages }), ...change };
}

const names = ['urgent', 'waiting for Ada', 'später', '急ぎ', 'a long name that does not fit into the list', 'billing'];
/** One to three tags each, and a branch for the first project. */
const tagged = marked.map((row, at) =>
  at % 3 === 2 ? row : { ...row, tags: names.slice(at % 5, (at % 5) + 1 + (at % 3)) },
);
const tags = (change: Partial<Scene>): Scene =>
  sidebar({
    snapshot: snapshotFixture({
      conversations: tagged,
      projects: projects.map((project, at) =>
        at === 0 ? { ...project, head: { name: 'feature/quiet-branches' } } : project,
      ),
    }),
    ...change,
  });

const menuOf = (id: string): string => `[data-conversation="${id}"] ~ [aria-haspopup="menu"]`;
const several = [
  menuOf('c2'),
  '[role="menuitem"]:nth-of-type(6)',
  '[data-conversation="c4"]',
  '[data-conversation="c3"]',
];

export const sidebarScenes: Record<string, () => Scene> = {
  sidebarMarks: () => sidebar(),
  sidebarMenu: () => sidebar({ press: [menuOf('current')] }),
  sidebarChosen: () => sidebar({ press: several }),
  sidebarTags: () => tags({ press: ['search button[aria-pressed]'] }),
  dialogTags: () => tags({ dialog: { type: 'tags', conversationIds: ['current', 'c2'] } }),
  dialogManageTags: () => tags({ dialog: { type: 'manageTags' } }),
  dialogDeleteMany: () => sidebar({ dialog: { type: 'deleteMany', conversationIds: marked.map(({ id }) => id) } }),
  dialogExportMany: () => sidebar({ dialog: { type: 'export', conversationId: 'current', more: ['c2', 'c3'] } }),
};
