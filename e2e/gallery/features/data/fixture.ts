// Disk usage: projects from large to small, with space to free and items to restore.

import type { ProjectSpace, SpaceReport } from '../../../../shared/features/data/methods.ts';

const nothing = { messages: 0, results: 0, attachments: 0, logs: 0, undo: 0, copies: 0, deleted: 0, other: 0 };
const nothingFree = { results: 0, attachments: 0, temporary: 0, deletions: 0, copies: 0 };

function project(name: string, sizes: Partial<typeof nothing>, free: Partial<typeof nothingFree> = {}): ProjectSpace {
  const all = { ...nothing, ...sizes };
  const total = Object.values(all).reduce((sum, bytes) => sum + bytes, 0);
  return { projectId: name, name, folder: `/home/mei/src/${name}`, ...all, total, free: { ...nothingFree, ...free } };
}

export function spaceFixture(): SpaceReport {
  const projects = [
    project(
      'harbour-api',
      { messages: 412e6, results: 655e6, attachments: 48e6, logs: 1.2e6, undo: 3.4e6, copies: 12e6, other: 900 },
      { results: 4.3e6, temporary: 130_000, copies: 12e6 },
    ),
    project('记账本', { messages: 88e6, results: 4e6, attachments: 120e6 }),
    project('a-project-with-a-name-that-is-longer-than-its-column-has-room-for', { messages: 21e6, deleted: 2e6 }),
    project('Chats', { messages: 18_000, other: 300 }),
  ];
  const derived = 61e6;
  return {
    projects,
    derived,
    total: projects.reduce((sum, one) => sum + one.total, derived),
    restorable: [
      { conversationId: 'x1', title: 'Convert the templates', deletedAt: '2026-03-03T09:00:00Z' },
      {
        conversationId: 'x2',
        title: 'A title that is a good deal longer than the row that it has to stand in, as titles tend to be',
        deletedAt: '2026-03-03T08:00:00Z',
      },
    ],
  };
}
