// Asks, when a conversation with a worktree is deleted, whether to keep the worktree, and lists what would be lost.

import { useEffect } from 'react';
import type { WorktreeRemoval } from '../../../shared/features/worktrees/methods.ts';
import { LoadState } from '../../core/parts/LoadState.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { RemovalSummary } from './RemovePage.tsx';
import { useWorktreeRemoval } from './useWorktree.ts';
import { worktreeWords } from './words.ts';

const words = worktreeWords.removal;

interface WorktreeOnDeleteProps {
  conversationId: string;
  path: string;
  goes: boolean;
  onGoes: (goes: boolean) => void;
  /** The displayed losses; null if the worktree is kept, or nothing has loaded yet. */
  onSeen: (removal: WorktreeRemoval | null) => void;
}

export function WorktreeOnDelete({ conversationId, path, goes, onGoes, onSeen }: WorktreeOnDeleteProps) {
  const { value: removal, error, load } = useWorktreeRemoval(conversationId, goes);
  useEffect(() => onSeen(goes ? removal : null), [goes, removal, onSeen]);
  return (
    <div className="mt-3 grid grid-cols-1 gap-2">
      <ChoiceList<'stays' | 'goes'>
        label={words.withConversation}
        value={goes ? 'goes' : 'stays'}
        onChange={(value) => onGoes(value === 'goes')}
        choices={[
          { value: 'stays', label: words.stays, hint: words.staysHint(visibleText(path)) },
          { value: 'goes', label: words.goes, hint: words.goesHint },
        ]}
      />
      {goes && <LoadState loaded={removal !== null} error={error} onAgain={load} />}
      {goes && removal && <RemovalSummary removal={removal} />}
    </div>
  );
}
