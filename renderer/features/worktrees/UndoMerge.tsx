// Offers to undo the last merge of a worktree, as long as nothing came after it.

import { useState } from 'react';
import type { WorktreeStatus } from '../../../shared/features/worktrees/methods.ts';
import { useActions } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { shortHash } from './CommitList.tsx';
import { worktreeWords } from './words.ts';

const words = worktreeWords.mergeDialog;

interface UndoMergeProps {
  conversationId: string;
  look: Pick<WorktreeStatus, 'undoable' | 'base'>;
  onDone: () => void;
}

export function UndoMerge({ conversationId, look: { undoable, base }, onDone }: UndoMergeProps) {
  const actions = useActions();
  const [busy, setBusy] = useState(false);
  if (!undoable) return null;
  const undo = async (): Promise<void> => {
    setBusy(true);
    const answer = await actions.call('worktree.undoMerge', { conversationId });
    setBusy(false);
    if (!answer.ok) return actions.report(answer.error);
    actions.say(words.undone(base ?? ''));
    onDone();
  };
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-l border border-line px-3 py-2">
      <p className="min-w-0 flex-1 text-ui">{words.undoable(shortHash(undoable.after))}</p>
      <Button data-needs="worktree.undoMerge" size="small" disabled={busy} onClick={() => void undo()}>
        {words.undo}
      </Button>
    </div>
  );
}
