// Asks before merging a worktree into its base: the changes and the commit message, or what prevents the merge.

import { useState } from 'react';
import type { WorktreeStatus } from '../../../shared/features/worktrees/methods.ts';
import { LoadState } from '../../core/parts/LoadState.tsx';
import { useApp, useSession, useTitle } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { Field, TextArea } from '../../ui/Field.tsx';
import { focusComposer } from '../../ui/focus.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { ChangesFrame } from '../undo/ChangesFrame.tsx';
import { waitForFolder } from '../undo/waitForFolder.ts';
import { CommitList, PathList, shortHash } from './CommitList.tsx';
import { UndoMerge } from './UndoMerge.tsx';
import { useWorktreeState } from './useWorktree.ts';
import { WorktreeProblem } from './WorktreeProblem.tsx';
import { worktreeWords } from './words.ts';

const words = worktreeWords.mergeDialog;

type How = 'merge' | 'squash';

export function MergePage({ conversationId, onClose }: { conversationId: string; onClose: () => void }) {
  const session = useSession();
  const { actions, toasts } = session;
  const { value: state, error, load } = useWorktreeState(conversationId);
  const running = useApp(
    ({ conversations }) => conversations.find(({ id }) => id === conversationId)?.activity !== 'idle',
  );
  const look = state?.kind === 'ready' ? state.look : null;
  const title = useTitle();
  const branch = look?.branch ?? worktreeWords.noBranch;
  const [how, setHow] = useState<How>('merge');
  const [typed, setTyped] = useState<{ commit?: string; merge?: string }>({});
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const commitMessage = typed.commit ?? (title || branch);
  const message = typed.merge ?? (how === 'squash' ? title || branch : words.defaultMessage(branch));

  const merge = async (fingerprint: string, waited = false): Promise<void> => {
    setBusy(true);
    setFailed(null);
    const wish = { conversationId, commitMessage, message, squash: how === 'squash', seen: fingerprint };
    const answer = await actions.call('worktree.merge', wish);
    setBusy(false);
    if (!answer.ok) {
      const wait = {
        conversationId,
        error: answer.error,
        run: () => void merge(fingerprint, true),
        intoProject: true,
      } as const;
      if (await waitForFolder(session, wait)) return onClose();
      // After waiting, the dialog is closed.
      if (waited) return actions.report(answer.error);
      load();
      return setFailed(answer.error.message);
    }
    const { base, before, after } = answer.value;
    toasts.show({
      tone: 'info',
      stays: true,
      message: words.done(base, shortHash(after), shortHash(before)),
      action: { label: words.undo, isUndo: true, run: () => void undo(base) },
    });
    onClose();
    focusComposer();
  };
  const undo = async (base: string): Promise<void> => {
    const answer = await actions.call('worktree.undoMerge', { conversationId });
    if (answer.ok) actions.say(words.undone(base));
    else actions.report(answer.error);
  };
  const ready = look?.merge.kind === 'ready' ? look : null;
  const canMerge = ready !== null && !busy && !running && commitMessage.trim() !== '' && message.trim() !== '';
  return (
    <ChangesFrame
      title={words.title(branch, look?.base ?? worktreeWords.noBranch)}
      className="max-w-[640px]"
      onClose={onClose}
      warning={ready && running ? words.busy : failed}
      onCancel={onClose}
      answers={
        <Button
          data-needs="worktree.merge"
          tone="primary"
          disabled={!canMerge}
          onClick={() => ready && void merge(ready.seen)}
        >
          {words.confirm}
        </Button>
      }
    >
      <LoadState loaded={state !== null} error={error} onAgain={load} />
      {state?.kind === 'trouble' && (
        <WorktreeProblem conversationId={conversationId} trouble={state.trouble} onDone={load} />
      )}
      {look?.undoable && <UndoMerge conversationId={conversationId} look={look} onDone={load} />}
      {look && <Outlook look={look} onClose={onClose} />}
      {ready && (
        <>
          <ChoiceList<How>
            label={words.how}
            value={how}
            onChange={setHow}
            choices={[
              { value: 'merge', label: words.asMerge, hint: words.asMergeHint },
              { value: 'squash', label: words.asSquash, hint: words.asSquashHint },
            ]}
          />
          {ready.uncommitted > 0 && (
            <Words
              label={words.commitMessage}
              text={commitMessage}
              onText={(commit) => setTyped({ ...typed, commit })}
            />
          )}
          <Words
            label={how === 'squash' ? words.squashMessage : words.message}
            text={message}
            onText={(next) => setTyped({ ...typed, merge: next })}
          />
        </>
      )}
    </ChangesFrame>
  );
}

function Words({ label, text, onText }: { label: string; text: string; onText: (text: string) => void }) {
  return (
    <Field label={label}>
      {(ids) => <TextArea {...ids} rows={2} value={text} onChange={({ target }) => onText(target.value)} />}
    </Field>
  );
}

/** The changes to merge, or what prevents the merge and how to solve it. */
function Outlook({ look, onClose }: { look: WorktreeStatus; onClose: () => void }) {
  const { drafts } = useSession();
  const { conversation } = useSession();
  const { merge, fileCount, commitCount, commits } = look;
  const base = look.base ?? '';
  if (merge.kind === 'nothing') return <p className="text-ui">{words.nothing}</p>;
  if (merge.kind === 'blocked') {
    const reason = strings.sentences.host(merge.reason);
    return merge.files.length === 0 ? (
      <p role="alert" className="wrap-anywhere text-ui text-wait">
        <VisibleText text={reason} />
      </p>
    ) : (
      <PathList label={reason} paths={merge.files} count={merge.files.length} tone="text-wait" />
    );
  }
  if (merge.kind === 'conflict') {
    const ask = (): void => {
      const { id } = conversation.store.getState();
      const written = drafts.textOf(id);
      drafts.write(id, written === '' ? words.askText(base) : `${words.askText(base)}\n\n${written}`);
      onClose();
      focusComposer();
    };
    return (
      <>
        <PathList label={words.conflict(base)} paths={merge.files} count={merge.files.length} tone="text-wait" />
        <div>
          <Button data-needs="run.send" onClick={ask}>
            {words.askModel}
          </Button>
        </div>
      </>
    );
  }
  return (
    <>
      <p className="text-ink-2 text-ui">{words.body(base, fileCount, commitCount)}</p>
      {commitCount > 0 && <CommitList label={worktreeWords.look.commits} commits={commits} count={commitCount} />}
    </>
  );
}
