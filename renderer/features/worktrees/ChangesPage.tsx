// All differences between a worktree and its base: commits and files. Diffs load when a file is expanded.

import type { WorktreeStatus } from '../../../shared/features/worktrees/methods.ts';
import { LoadState } from '../../core/parts/LoadState.tsx';
import { useActions } from '../../core/state/context.tsx';
import { useMay } from '../../core/state/rights.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { DeviceLine } from '../remote/DeviceLine.tsx';
import { ChangesFrame } from '../undo/ChangesFrame.tsx';
import { FileDiffs } from '../undo/FileDiffs.tsx';
import { LineCount } from '../undo/FileLine.tsx';
import { CommitList } from './CommitList.tsx';
import { UndoMerge } from './UndoMerge.tsx';
import { useWorktreeState } from './useWorktree.ts';
import { WorktreeProblem } from './WorktreeProblem.tsx';
import { worktreeWords } from './words.ts';

const words = worktreeWords;

interface ChangesPageProps {
  conversationId: string;
  onAct: (act: 'merge' | 'remove') => void;
  onClose: () => void;
}

export function ChangesPage({ conversationId, onAct, onClose }: ChangesPageProps) {
  const { call } = useActions();
  const mayRead = useMay('worktree.file');
  const { value: state, error, load } = useWorktreeState(conversationId);
  const look = state?.kind === 'ready' ? state.look : null;
  return (
    <ChangesFrame
      title={words.look.title(look?.branch ?? words.noBranch)}
      onClose={onClose}
      className="max-w-[980px]"
      head={look && <Head look={look} />}
      start={
        look && (
          <Button data-needs="worktree.remove" tone="ghost" className="-ml-3" onClick={() => onAct('remove')}>
            {words.look.remove}
          </Button>
        )
      }
      answers={
        look && (
          <Button
            data-needs="worktree.merge"
            tone="primary"
            disabled={look.merge.kind === 'nothing'}
            onClick={() => onAct('merge')}
          >
            {words.look.merge}
          </Button>
        )
      }
    >
      <LoadState loaded={state !== null} error={error} onAgain={load} />
      {state?.kind === 'trouble' && (
        <WorktreeProblem conversationId={conversationId} trouble={state.trouble} onDone={load} />
      )}
      {look?.undoable && <UndoMerge conversationId={conversationId} look={look} onDone={load} />}
      {look && look.fileCount === 0 && <p className="text-ui">{words.look.empty}</p>}
      {look && look.base !== null && look.behind > 0 && (
        <p className="text-ink-2 text-ui">{words.look.behind(look.base, look.behind)}</p>
      )}
      {look && look.commitCount > 0 && (
        <CommitList label={words.look.commits} commits={look.commits} count={look.commitCount} />
      )}
      {look && look.uncommitted > 0 && <p className="text-ink-2 text-ui">{words.look.uncommitted(look.uncommitted)}</p>}
      {look && !mayRead && <DeviceLine />}
      {look && mayRead && (
        <FileDiffs
          files={look.files}
          load={async ({ path }) => {
            const answer = await call('worktree.file', { conversationId, path });
            return answer.ok ? (answer.value.diff ?? null) : null;
          }}
        />
      )}
      {look && look.fileCount > look.files.length && (
        <p className="text-small text-wait">{words.look.more(look.fileCount - look.files.length)}</p>
      )}
    </ChangesFrame>
  );
}

function Head({ look: { fileCount, commitCount, added, removed, base } }: { look: WorktreeStatus }) {
  return (
    <p className="truncate text-ink-3 text-small">
      {words.look.summary(fileCount, commitCount)}
      <LineCount added={added} removed={removed} />
      {base !== null && ` ${strings.sentences.beside([words.look.against(base)])}`}
    </p>
  );
}
