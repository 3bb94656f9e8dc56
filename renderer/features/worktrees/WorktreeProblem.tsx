// A worktree that cannot be used: why, and the ways out.

import { useState } from 'react';
import type { WorktreeTrouble } from '../../../shared/features/worktrees/methods.ts';
import { useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { createWorktree } from './createWorktree.ts';
import { worktreeWords } from './words.ts';

const words = worktreeWords.gone;

interface WorktreeProblemProps {
  conversationId: string;
  trouble: WorktreeTrouble;
  onDone: () => void;
}

export function WorktreeProblem({ conversationId, trouble, onDone }: WorktreeProblemProps) {
  const session = useSession();
  const { actions } = session;
  const [busy, setBusy] = useState(false);
  const after = async (done: Promise<boolean>): Promise<void> => {
    setBusy(true);
    const isDone = await done;
    setBusy(false);
    if (isDone) onDone();
  };
  const succeeds = async (answer: ReturnType<typeof actions.call<'worktree.leave'>>): Promise<boolean> => {
    const result = await answer;
    if (!result.ok) actions.report(result.error);
    return result.ok;
  };
  const finish = { conversationId, keepBranch: true, seen: null };
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <p className="wrap-anywhere min-w-0 flex-1 basis-64 text-ui text-wait">
        <VisibleText text={strings.sentences.host(trouble.reason)} />
      </p>
      <div className="flex shrink-0 items-center gap-1">
        {trouble.going === 'removing' && (
          <Button
            data-needs="worktree.remove"
            size="small"
            disabled={busy}
            onClick={() => void after(succeeds(actions.call('worktree.remove', finish)))}
          >
            {words.finish}
          </Button>
        )}
        {trouble.canMakeAgain && trouble.going !== 'removing' && (
          <Button
            data-needs="worktree.makeAgain"
            size="small"
            disabled={busy}
            onClick={() => void after(createWorktree(session, conversationId, 'again'))}
          >
            {words.again}
          </Button>
        )}
        <Button
          data-needs="worktree.leave"
          size="small"
          tone="ghost"
          disabled={busy}
          onClick={() => void after(succeeds(actions.call('worktree.leave', { conversationId })))}
        >
          {words.leave}
        </Button>
      </div>
    </div>
  );
}
