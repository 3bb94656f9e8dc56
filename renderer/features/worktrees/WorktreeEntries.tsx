// Worktree actions in the folder menu below the composer.

import { GitBranch, GitCompare, GitMerge, Trash2 } from 'lucide-react';
import { useConversation, useConversationView, useSession, useView } from '../../core/state/context.tsx';
import { MenuChoice, MenuItem, MenuSeparator } from '../../ui/Menu.tsx';
import { worktreeWords } from './words.ts';

const words = worktreeWords;

export function WorktreeEntries() {
  const { view } = useSession();
  const conversationId = useConversationView(({ id }) => id);
  const worktree = useConversation((state) => state.worktree) ?? null;
  const chosen = useView(({ newChat }) => newChat.worktree !== undefined);
  if (conversationId === null) {
    return (
      <>
        <MenuChoice
          label={words.work}
          hint={words.workHint}
          icon={GitBranch}
          chosen={chosen}
          onSelect={() =>
            view.setState(({ newChat: { worktree: _before, ...others } }) => ({
              newChat: chosen ? others : { ...others, worktree: { bring: false } },
            }))
          }
        />
        <MenuSeparator />
      </>
    );
  }
  const open = (act: 'make' | 'changes' | 'merge' | 'remove') => (): void =>
    view.setState({ dialog: { type: 'worktree', conversationId, act } });
  return (
    <>
      {worktree === null ? (
        <MenuItem
          needs="worktree.make"
          icon={GitBranch}
          label={words.workMore}
          hint={words.workHint}
          onSelect={open('make')}
        />
      ) : (
        <>
          <MenuItem icon={GitCompare} label={words.changes} onSelect={open('changes')} />
          <MenuItem needs="worktree.merge" icon={GitMerge} label={words.merge} onSelect={open('merge')} />
          <MenuItem needs="worktree.remove" icon={Trash2} label={words.remove} onSelect={open('remove')} />
        </>
      )}
      <MenuSeparator />
    </>
  );
}
