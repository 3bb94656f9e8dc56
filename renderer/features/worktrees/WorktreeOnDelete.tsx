// Asks, when a conversation is deleted, whether to keep its worktree and those of its compared answers, and lists what would
// be lost.

import { useEffect } from 'react';
import type { WorktreeRemoval } from '../../../shared/features/worktrees/methods.ts';
import { LoadState } from '../../core/parts/LoadState.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { RemovalSummary } from './RemovePage.tsx';
import { useWorktreeRemoval } from './useWorktree.ts';
import { worktreeWords } from './words.ts';

const words = worktreeWords.removal;

export interface WorktreeToDelete {
  conversationId: string;
  path: string;
}

interface WorktreeOnDeleteProps {
  /** At least one. */
  worktrees: readonly WorktreeToDelete[];
  goes: boolean;
  onGoes: (goes: boolean) => void;
  /** The displayed losses of one of them; null: nothing has loaded yet. */
  onSeen: (conversationId: string, removal: WorktreeRemoval | null) => void;
}

export function WorktreeOnDelete({ worktrees, goes, onGoes, onSeen }: WorktreeOnDeleteProps) {
  const [first] = worktrees;
  const count = worktrees.length;
  return (
    <div className="mt-3 grid grid-cols-1 gap-2">
      <ChoiceList<'stays' | 'goes'>
        label={words.withConversation(count)}
        value={goes ? 'goes' : 'stays'}
        onChange={(value) => onGoes(value === 'goes')}
        choices={[
          {
            value: 'stays',
            label: words.stays(count),
            hint: count === 1 && first ? words.staysHint(visibleText(first.path)) : words.stayHint(count),
          },
          { value: 'goes', label: words.goes(count), hint: words.goesHint(count) },
        ]}
      />
      {goes && worktrees.map((each) => <Losses key={each.conversationId} {...each} onSeen={onSeen} />)}
    </div>
  );
}

function Losses({
  conversationId,
  onSeen,
}: Pick<WorktreeToDelete & WorktreeOnDeleteProps, 'conversationId' | 'onSeen'>) {
  const { value: removal, error, load } = useWorktreeRemoval(conversationId);
  useEffect(() => onSeen(conversationId, removal), [conversationId, removal, onSeen]);
  return (
    <>
      <LoadState loaded={removal !== null} error={error} onAgain={load} />
      {removal && <RemovalSummary removal={removal} />}
    </>
  );
}
