// Worktrees: a conversation in a folder and on a git branch of its own.

import type { WindowFeature } from '../../core/feature.ts';
import { worktreeCommands } from './commands.ts';

export const worktreesFeature: WindowFeature = {
  commands: worktreeCommands,
  dialogs: { worktree: async () => (await import('./WorktreeDialog.tsx')).WorktreeDialog },
};
