// A conversation in a worktree: the notice above the composer, its changes, merging with and without a conflict, and discarding
// it.

import type { Handlers } from '../../../../electron/lib/protocolServer.ts';
import { ok } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { WorktreeStatus } from '../../../../shared/features/worktrees/methods.ts';
import { projects, rows, snapshotFixture } from '../../appFixture.ts';
import { conversationFixture } from '../../conversationFixture.ts';
import { healthTalk } from '../../healthTalk.ts';
import type { Scene } from '../../scene.ts';
import * as texts from '../../texts.ts';

const worktree = {
  path: '/home/mei/src/harbour-api.worktrees/find-why-the-health-check-is-slow',
  branch: 'throughline/find-why-the-health-check-is-slow',
  base: 'main',
};
const commits = [
  {
    commit: '4c1f0b7e0d2f4a1c9a75f0d6b8f4f6f2a9c0d1e2',
    subject: 'Count the rows that changed, not all of them',
    at: '2026-03-03T09:20:00Z',
  },
  {
    commit: '9e2a77c4b1d04a1c9a75f0d6b8f4f6f2a9c0d1e3',
    subject: '健康检查：为旧查询加上开关，并说明原因',
    at: '2026-03-03T09:05:00Z',
  },
];
const look: WorktreeStatus = {
  branch: worktree.branch,
  base: 'main',
  commits,
  commitCount: 2,
  files: [
    { path: 'src/health.ts', kind: 'modified', added: 12, removed: 4, bytes: 2_100, uncommitted: true },
    {
      path: 'src/queries/changed-rows-since-the-last-look.sql',
      kind: 'added',
      added: 9,
      removed: 0,
      bytes: 410,
      uncommitted: false,
    },
    {
      path: '文档/健康检查.md',
      kind: 'renamed',
      from: 'docs/health.md',
      added: 2,
      removed: 2,
      bytes: 3_000,
      uncommitted: false,
    },
    { path: 'docs/flow.png', kind: 'added', bytes: 48_000, uncommitted: true },
  ],
  fileCount: 4,
  added: 23,
  removed: 6,
  uncommitted: 2,
  behind: 3,
  merge: { kind: 'ready' },
  undoable: null,
  seen: 's',
};

function handlers(change: Partial<WorktreeStatus> = {}): Partial<Handlers> {
  return {
    'worktree.check': async () => ok({ trouble: null }),
    'worktree.look': async () => ok({ kind: 'ready', look: { ...look, ...change } }),
    'worktree.file': async ({ path }) => {
      const file = look.files.find((one) => one.path === path) ?? look.files[0];
      return ok({ ...(file as (typeof look.files)[0]), ...(path.endsWith('png') ? {} : { diff: texts.editDiff }) });
    },
    'worktree.offer': async () =>
      ok({
        branch: 'main',
        branches: ['release/2026-03', 'fix/logging'],
        uncommitted: 3,
        notes: [say`Submodules are not checked out in worktrees, so their folders are empty there.`],
      }),
    'worktree.removal': async () =>
      ok({
        ...worktree,
        files: ['src/health.ts', 'docs/flow.png'],
        fileCount: 2,
        commits,
        commitCount: 2,
        bytes: 48_200_000,
        seen: 's',
      }),
  };
}

function inWorktree(change: Partial<Scene> = {}, more: Partial<WorktreeStatus> = {}): Scene {
  const conversations = rows.map((row) => {
    const idle = { ...row, activity: 'idle' as const };
    return row.id === 'current' || row.id === 'c3' ? { ...idle, worktree } : idle;
  });
  return {
    snapshot: snapshotFixture({ conversations, projects: projects.map((project) => ({ ...project, trusted: true })) }),
    conversation: conversationFixture({ messages: healthTalk().messages, worktree }),
    handlers: handlers(more),
    ...change,
  };
}

const dialog = (act: 'make' | 'changes' | 'merge' | 'remove') =>
  ({ type: 'worktree', conversationId: 'current', act }) as const;
const gone = say`The worktree ${worktree.path} (branch ${worktree.branch}) no longer exists.`;

export const worktreeScenes: Record<string, () => Scene> = {
  worktree: () => inWorktree({ press: ['[data-control="folder"]'] }),
  worktreeChanges: () => inWorktree({ dialog: dialog('changes') }),
  worktreeMerge: () => inWorktree({ dialog: dialog('merge') }),
  worktreeConflict: () =>
    inWorktree(
      { dialog: dialog('merge') },
      { merge: { kind: 'conflict', files: ['src/health.ts', '文档/健康检查.md'] } },
    ),
  worktreeRemove: () => inWorktree({ dialog: dialog('remove') }),
  worktreeGone: () =>
    inWorktree({
      handlers: {
        ...handlers(),
        'worktree.check': async () => ok({ trouble: { reason: gone, going: null, canMakeAgain: true } }),
      },
    }),
  worktreeDelete: () => inWorktree({ dialog: { type: 'delete', conversationId: 'current' } }),
  worktreeMake: () =>
    inWorktree({
      conversation: conversationFixture({ messages: healthTalk().messages }),
      dialog: dialog('make'),
    }),
  worktreeNew: () => inWorktree({ conversation: null, view: { newChat: { worktree: { bring: false } } } }),
  worktreeMaking: () =>
    inWorktree({
      conversation: null,
      view: {
        newChat: { worktree: { bring: false } },
        makingWorktree: { done: 4_210, of: 9_800, cancel: () => {} },
        startingMessages: [{ text: 'Plan the health check', files: [] }],
      },
    }),
  atWork: () =>
    inWorktree({
      snapshot: snapshotFixture(),
      conversation: conversationFixture({ conversationId: 'c2', messages: healthTalk().messages }),
    }),
};
