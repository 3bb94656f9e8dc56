// A file's hunks: each can be staged, unstaged or discarded.

import { useCallback, useEffect } from 'react';
import type { GitFile, GitSide } from '../../../shared/features/git/git.ts';
import { LoadState, useAsyncValue } from '../../core/parts/LoadState.tsx';
import { useSession } from '../../core/state/context.tsx';
import { useMay } from '../../core/state/rights.ts';
import { Button } from '../../ui/Button.tsx';
import { DeviceLine } from '../remote/DeviceLine.tsx';
import { DiffView } from '../results/DiffView.tsx';
import type { GitActs } from './useGit.ts';
import { gitWords as words } from './words.ts';

interface FileHunksProps {
  file: GitFile;
  side: GitSide;
  acts: GitActs;
}

export function FileHunks(props: FileHunksProps) {
  return useMay('git.diff') ? <Hunks {...props} /> : <DeviceLine className="mb-2 ml-1 p-2" />;
}

function Hunks({ file, side, acts }: FileHunksProps) {
  const { actions, toasts } = useSession();
  const { call } = actions;
  const { projectId, conversationId } = acts.place;
  const from = file.from?.id ?? null;
  const ask = useCallback(
    (signal: AbortSignal) => call('git.diff', { projectId, conversationId, file: file.id, from, side }, signal),
    [call, projectId, conversationId, file.id, from, side],
  );
  const { value: diff, error, load } = useAsyncValue(ask);
  const { blocked } = acts;
  // Whatever was done may have changed it.
  useEffect(() => {
    if (!blocked) load();
  }, [blocked, load]);
  const head = `--- a/${file.from?.path ?? file.path}\n+++ b/${file.path}\n`;

  async function act(kind: 'stage' | 'unstage' | 'discard', index: number): Promise<void> {
    if (!diff) return;
    const wish = { ...acts.place, hunk: { file: file.id, index, seen: diff.seen } };
    if (kind === 'stage') return void (await acts.run(call('git.stageHunk', wish)));
    if (kind === 'unstage') return void (await acts.run(call('git.unstageHunk', wish)));
    const done = await acts.run(call('git.discardHunk', wish));
    if (done === null) return;
    const undo = (): void => void acts.run(call('git.undoDiscard', { ...acts.place, token: done.token }));
    toasts.show({
      tone: 'info',
      message: words.discarded(file.path),
      action: { label: words.undo, isUndo: true, run: undo },
    });
  }

  return (
    <div className="mb-2 ml-1 overflow-hidden rounded-l border border-line">
      {(diff === null || error !== null) && (
        <div className="p-2">
          <LoadState loaded={diff !== null} error={error} onAgain={load} />
        </div>
      )}
      {diff?.without && <p className="p-2 text-ink-3 text-ui">{words.without[diff.without]}</p>}
      {diff?.isPointer && <p className="p-2 text-ink-3 text-ui">{words.pointer}</p>}
      {diff?.hunks.map((hunk, index) => (
        <section
          key={hunk}
          aria-label={words.hunk.of(index + 1, diff.hunks.length)}
          className={index > 0 ? 'border-line border-t' : ''}
        >
          <DiffView diff={head + hunk} showUnseen />
          {diff.canSplit && (
            <div className="flex flex-wrap justify-end gap-1 px-2 pb-1.5">
              {side === 'unstaged' && (
                <Button
                  data-needs="git.discardHunk"
                  size="small"
                  tone="ghost"
                  disabled={blocked}
                  onClick={() => void act('discard', index)}
                >
                  {words.hunk.discard}
                </Button>
              )}
              <Button
                data-needs="git.stageHunk"
                size="small"
                disabled={blocked}
                onClick={() => void act(side === 'unstaged' ? 'stage' : 'unstage', index)}
              >
                {side === 'unstaged' ? words.hunk.stage : words.hunk.unstage}
              </Button>
            </div>
          )}
        </section>
      ))}
    </div>
  );
}
