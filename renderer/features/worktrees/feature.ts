// Worktrees: a conversation with its own folder and git branch.

import type { WindowFeature } from '../../core/feature.ts';
import { worktreeCommands } from './commands.ts';

export const worktreesFeature: WindowFeature = {
  commands: worktreeCommands,
  dialogs: { worktree: async () => (await import('./WorktreeDialog.tsx')).WorktreeDialog },
};
