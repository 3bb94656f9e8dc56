// Worktrees created by the system's git like the app does, without the app.

import path from 'node:path';
import { createWorktrees } from '../../../electron/features/worktrees/git/worktrees.ts';
import type { NoteWorktree } from '../../../electron/features/worktrees/worktrees.ts';
import { ok } from '../../../shared/core/errors.ts';
import type { ConversationWorktree } from '../../../shared/features/worktrees/worktree.ts';
import { gitEnvironment } from '../../support/gitProject.ts';
import { okValue } from '../../support/result.ts';
import { tempFolder } from '../../support/tempFolder.ts';

export const noNote: NoteWorktree = async () => ok(undefined);

export function gitWorktrees(environment: Record<string, string> = gitEnvironment()) {
  const port = createWorktrees({ environment, dataDir: path.join(tempFolder(), 'other'), hostName: 'here' });
  const quietly = { bring: false, signal: new AbortController().signal, onProgress: () => {} };

  return {
    port,
    quietly,
    /** Creates one. */
    async made(project: string, name = 'work', options: Partial<typeof quietly> = {}) {
      const worktree = okValue(await port.plan(project, { name, base: null }));
      const notes = okValue(await port.make({ worktree, project }, { ...quietly, ...options }));
      return { placed: { worktree, project }, path: worktree.path, notes: notes.map(({ text }) => text) };
    },
    async merge(placed: { worktree: ConversationWorktree; project: string }, squash = false, note = noNote) {
      const look = okValue(await port.status(placed, quietly.signal));
      const words = { commitMessage: 'Commit', message: squash ? 'Squashed' : 'Merged' };
      return port.merge(placed, { ...words, squash, seen: look.seen, signal: quietly.signal }, note);
    },
  };
}
