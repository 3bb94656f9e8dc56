// Asks before discarding a worktree: lists what is lost, and whether to keep its branch.

import { useState } from 'react';
import type { WorktreeRemoval } from '../../../shared/features/worktrees/methods.ts';
import { formatBytes } from '../../core/format/amounts.ts';
import { LoadState } from '../../core/parts/LoadState.tsx';
import { useActions } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { ChangesFrame } from '../undo/ChangesFrame.tsx';
import { CommitList, PathList } from './CommitList.tsx';
import { useWorktreeRemoval } from './useWorktree.ts';
import { worktreeWords } from './words.ts';

const words = worktreeWords.removal;

interface RemovePageProps {
  conversationId: string;
  archived: boolean;
  onClose: () => void;
}

export function RemovePage({ conversationId, archived, onClose }: RemovePageProps) {
  const actions = useActions();
  const { value: removal, error, load } = useWorktreeRemoval(conversationId);
  const [branch, setBranch] = useState<'keep' | 'drop'>('keep');
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const remove = async (fingerprint: string, name: string): Promise<void> => {
    setBusy(true);
    const answer = await actions.call('worktree.remove', {
      conversationId,
      keepBranch: branch === 'keep',
      seen: fingerprint,
    });
    setBusy(false);
    if (!answer.ok) {
      setFailed(answer.error.message);
      return load();
    }
    actions.say(words.done(name));
    onClose();
  };
  const count = removal?.commitCount ?? 0;
  return (
    <ChangesFrame
      title={archived ? words.archivedTitle : words.title}
      className="max-w-[560px]"
      onClose={onClose}
      warning={failed}
      onCancel={onClose}
      cancel={archived ? words.keepIt : strings.ui.cancel}
      isRisky
      answers={
        <Button
          data-needs="worktree.remove"
          tone="danger"
          disabled={busy || !removal}
          onClick={() => removal && void remove(removal.seen, removal.branch)}
        >
          {words.confirm}
        </Button>
      }
    >
      <p className="text-ink-2 text-ui">{words.body}</p>
      <LoadState loaded={removal !== null} error={error} onAgain={load} />
      {removal && <RemovalSummary removal={removal} />}
      {removal && (
        <ChoiceList<'keep' | 'drop'>
          label={words.branch}
          value={branch}
          onChange={setBranch}
          choices={[
            { value: 'keep', label: words.keep, hint: words.keepHint(removal.branch, count) },
            { value: 'drop', label: words.drop, hint: words.dropHint(count) },
          ]}
        />
      )}
    </ChangesFrame>
  );
}

/** Lists what is lost when a worktree is removed. */
export function RemovalSummary({ removal }: { removal: WorktreeRemoval }) {
  const { path, branch, bytes, files, fileCount, commits, commitCount } = removal;
  return (
    <>
      <p className="wrap-anywhere text-ink-3 text-small">
        {bytes === null ? visibleText(path) : words.size(visibleText(path), formatBytes(bytes))}
        <br />
        {words.onBranch(visibleText(branch))}
      </p>
      {fileCount + commitCount === 0 && <p className="text-ui">{words.nothing}</p>}
      {fileCount > 0 && <PathList label={words.files(fileCount)} paths={files} count={fileCount} tone="text-fail" />}
      {commitCount > 0 && <CommitList label={words.commits(commitCount)} commits={commits} count={commitCount} />}
    </>
  );
}
