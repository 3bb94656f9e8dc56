// throughline worktree.

import { defineCommand } from '../../host/terminal/command.ts';
import { flag, text } from '../../host/terminal/options.ts';

export const worktree = defineCommand({
  name: 'worktree',
  usage: [
    {
      synopsis: 'worktree [list] [--json]',
      text: 'lists the conversations that work in their own git worktree',
    },
    {
      synopsis: 'worktree new ID [--base BRANCH] [--bring]',
      text: `creates a worktree and branch for a conversation; --bring copies uncommitted changes into it.
run --worktree does the same for a new conversation`,
    },
    {
      synopsis: 'worktree diff ID [--json]',
      text: 'shows the differences from its base, committed or not',
    },
    {
      synopsis: 'worktree merge ID [--squash] [-m TEXT] [--yes]',
      text: 'commits uncommitted changes, then merges into the base branch; TEXT is the message',
    },
    { synopsis: 'worktree unmerge ID', text: 'undoes the last merge, as long as nothing came after it' },
    {
      synopsis: 'worktree remove ID [--delete-branch] [--yes]',
      text: 'shows what would be lost, asks, and then removes the worktree',
    },
    { synopsis: 'worktree again ID', text: 're-creates a worktree from its branch if its folder no longer exists' },
    { synopsis: 'worktree leave ID', text: 'continues in the project folder; the worktree and branch stay' },
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
