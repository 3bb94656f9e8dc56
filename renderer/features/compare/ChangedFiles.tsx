// The files that an answer changed in its worktree, with their diffs, and the way to remove the worktree.

import { Trash2 } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { LoadState, useAsyncValue } from '../../core/parts/LoadState.tsx';
import { useActions } from '../../core/state/context.tsx';
import { useMay } from '../../core/state/rights.ts';
import { strings } from '../../core/strings.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { DeviceLine } from '../remote/DeviceLine.tsx';
import { DiffLayoutButton } from '../results/DiffView.tsx';
import { FileDiffs } from '../undo/FileDiffs.tsx';
import { LineCount } from '../undo/FileLine.tsx';
import { RemovePage } from '../worktrees/RemovePage.tsx';
import { worktreeWords } from '../worktrees/words.ts';
import { compareWords as words } from './words.ts';

interface ChangedFilesProps {
  /** The conversation that has the worktree now. */
  conversationId: string;
  /** Changes whenever files may have changed. */
  version: string;
  /** Its worktree was removed; absent: it is the conversation's own now, and is not removed here. */
  onRemoved?: () => void;
}

export function ChangedFiles({ conversationId, version, onRemoved }: ChangedFilesProps) {
  const { call } = useActions();
  const mayRead = useMay('worktree.file');
  const ask = useCallback(
    (signal: AbortSignal) => call('worktree.look', { conversationId }, signal),
    [call, conversationId],
  );
  const { value, error, load } = useAsyncValue(ask);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads for each version
  useEffect(load, [version, load]);
  const look = value?.kind === 'ready' ? value.look : null;
  if (value?.kind === 'none') return null;
  return (
    <section aria-label={words.changes} className="border-line border-t pt-3">
      <div className="mb-2 flex min-h-7 items-center justify-between gap-2">
        <h4 className="font-strong text-ui">
          {look?.fileCount === 0 ? words.noChanges : words.changes}
          {look && <LineCount added={look.added} removed={look.removed} />}
        </h4>
        <span className="flex gap-1">
          {look && look.fileCount > 0 && <DiffLayoutButton />}
          {onRemoved && <RemoveWorktree conversationId={conversationId} onRemoved={onRemoved} />}
        </span>
      </div>
      <div className="grid grid-cols-1 gap-2">
        {!look && <LoadState loaded={value !== null} error={error} onAgain={load} />}
        {value?.kind === 'trouble' && (
          <p className="text-ink-2 text-ui">
            <VisibleText text={strings.sentences.host(value.trouble.reason)} />
          </p>
        )}
        {look && look.fileCount > 0 && !mayRead && <DeviceLine />}
        {look && look.fileCount > 0 && mayRead && (
          <FileDiffs
            key={look.seen}
            files={look.files}
            folded
            hasLayoutButton={false}
            load={async ({ path }) => {
              const answer = await call('worktree.file', { conversationId, path });
              return answer.ok ? (answer.value.diff ?? null) : null;
            }}
          />
        )}
        {look && look.fileCount > look.files.length && (
          <p className="text-ink-3 text-small">{words.moreFiles(look.fileCount - look.files.length)}</p>
        )}
      </div>
    </section>
  );
}

/** At once if nothing is lost, else after asking. */
function RemoveWorktree({ conversationId, onRemoved }: { conversationId: string; onRemoved: () => void }) {
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
        data-needs="worktree.remove"
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
