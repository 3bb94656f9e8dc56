// throughline worktree.

import { defineCommand } from '../../host/terminal/command.ts';
import { flag, text } from '../../host/terminal/options.ts';

export const worktree = defineCommand({
  name: 'worktree',
  usage: [
    {
      synopsis: 'worktree [list] [--json]',
      text: 'lists the conversations that work in a git worktree of their own',
    },
    {
      synopsis: 'worktree new ID [--base BRANCH] [--bring]',
      text: `gives a conversation a worktree and branch; --bring copies uncommitted changes into it.
run --worktree does it for a new conversation`,
    },
    {
      synopsis: 'worktree diff ID [--json]',
      text: 'shows what is different from its base, committed or not',
    },
    {
      synopsis: 'worktree merge ID [--squash] [-m TEXT] [--yes]',
      text: 'commits what is not committed, then merges into the base branch; TEXT is the message',
    },
    { synopsis: 'worktree unmerge ID', text: 'undoes the last merge, while nothing came after it' },
    {
      synopsis: 'worktree remove ID [--delete-branch] [--yes]',
      text: 'shows what would be lost, asks, and removes the worktree',
    },
    { synopsis: 'worktree again ID', text: 'makes a worktree again whose folder is gone, from its branch' },
    { synopsis: 'worktree leave ID', text: "continues in the project's folder; worktree and branch stay" },
  ],
  options: {
    base: text,
    bring: flag,
    squash: flag,
    message: { ...text, short: 'm' },
    deleteBranch: flag,
    yes: flag,
    json: flag,
  },
  positionals: { min: 0, max: 2 },
  run: async (terminal) => (await import('./worktreeCommand.ts')).worktreeCommand(terminal),
});
