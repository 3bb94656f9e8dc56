// Removes the worktree of an answer that the user will not continue with: at once if nothing is lost, else after asking.

import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useActions } from '../../core/state/context.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { RemovePage } from '../worktrees/RemovePage.tsx';
import { worktreeWords } from '../worktrees/words.ts';
import { compareWords as words } from './words.ts';

interface RemoveWorktreeProps {
  /** The answer's conversation. */
  conversationId: string;
  onRemoved: () => void;
}

export function RemoveWorktree({ conversationId, onRemoved }: RemoveWorktreeProps) {
  const { call, report, say } = useActions();
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);

  async function remove(): Promise<void> {
    const removal = await call('worktree.removal', { conversationId });
    if (!removal.ok) return report(removal.error);
    const { fileCount, commitCount, branch, seen } = removal.value;
    if (fileCount + commitCount > 0) return setAsking(true);
    const removed = await call('worktree.remove', { conversationId, keepBranch: false, seen });
    if (!removed.ok) return report(removed.error);
    say(worktreeWords.removal.done(branch));
    onRemoved();
  }

  return (
    <>
      <IconButton
        icon={Trash2}
        size="small"
        label={words.removeWorktree}
        disabled={isBusy}
        onClick={() => {
          setBusy(true);
          void remove().finally(() => setBusy(false));
        }}
      />
      {isAsking && (
        <RemovePage
          conversationId={conversationId}
          archived={false}
          onClose={() => {
            setAsking(false);
            onRemoved();
          }}
        />
      )}
    </>
  );
}
