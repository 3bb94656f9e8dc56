// The commit message, written by the user or proposed by the model, and the commit.

import { type FormEvent, useId, useRef, useState } from 'react';
import type { GitState } from '../../../shared/features/git/git.ts';
import { useSession } from '../../core/state/context.tsx';
import { copyText } from '../../core/state/copyText.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, TextArea, TextInput } from '../../ui/Field.tsx';
import { isComposing } from '../../ui/isComposing.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import type { GitActs } from './useGit.ts';
import { gitWords } from './words.ts';

const labels = gitWords.commit;
/** Unfinished messages by repository, while the window is open. */
const drafts = new Map<string, string>();

export function CommitBox({ state, acts }: { state: GitState; acts: GitActs }) {
  const { actions } = useSession();
  const [message, setText] = useState(() => drafts.get(state.root) ?? '');
  const latest = useRef(message);
  const [proposing, setProposing] = useState<AbortController | null>(null);
  const [amended, setAmended] = useState<{ message: string; commit: string } | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const amendId = useId();
  const write = (text: string): void => {
    latest.current = text;
    drafts.set(state.root, text);
    setText(text);
  };
  const { conversationId } = acts.place;
  const finishing = state.operation !== null && state.operation !== 'bisect' && state.operation !== 'rebase';
  const hasChanges = state.staged.count > 0 || finishing || amended !== null;
  const canCommit = !acts.blocked && hasChanges && state.conflicts.count === 0 && message.trim() !== '';

  const propose = async (): Promise<void> => {
    if (conversationId === null) return;
    const controller = new AbortController();
    const before = latest.current;
    setProposing(controller);
    const answer = await actions.call('git.proposeMessage', { ...acts.place, conversationId }, controller.signal);
    setProposing(null);
    if (!answer.ok) actions.report(answer.error);
    // Text that the user typed meanwhile stays.
    else if (latest.current === before) write(answer.value.message);
  };
  const commit = async (): Promise<void> => {
    const amend = amended !== null;
    const done = await acts.run(
      actions.call('git.commit', { ...acts.place, message, amend, seen: amended?.commit ?? '' }),
    );
    if (done === null) return;
    write('');
    setAmended(null);
    actions.say((amend ? labels.amended : labels.done)(done.commit.slice(0, 8)));
  };
  const toggleAmend = async (): Promise<void> => {
    setRefusal(null);
    if (amended !== null) {
      if (latest.current.trim() === amended.message.trim()) write('');
      setAmended(null);
      return;
    }
    const last = await actions.call('git.lastCommit', acts.place);
    if (!last.ok) return actions.report(last.error);
    if (last.value.refusal !== null) return setRefusal(strings.sentences.host(last.value.refusal));
    setAmended(last.value);
    if (latest.current.trim() === '') write(last.value.message);
  };
  return (
    <div className="grid grid-cols-1 gap-2">
      <TextArea
        aria-label={labels.message}
        placeholder={labels.placeholder}
        rows={message.includes('\n') ? 5 : 2}
        value={message}
        onChange={({ target }) => write(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return;
          event.preventDefault();
          if (canCommit) void commit();
        }}
      />
      {acts.error?.details?.identity === true ? (
        <AuthorForm acts={acts} onSaved={() => void commit()} />
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          {proposing ? (
            <>
              <p role="status" className="text-ink-3 text-ui">
                {labels.proposing}
              </p>
              <Button size="small" onClick={() => proposing.abort()}>
                {labels.stop}
              </Button>
            </>
          ) : (
            conversationId !== null && (
              <Button
                size="small"
                tone="ghost"
                className="-ml-2"
                disabled={acts.blocked || state.staged.count === 0}
                onClick={() => void propose()}
              >
                {labels.propose}
              </Button>
            )
          )}
          <span className="min-w-0 flex-1 truncate text-right text-ink-3 text-small">{!hasChanges && labels.hint}</span>
          <Button size="small" tone="primary" disabled={!canCommit} onClick={() => void commit()}>
            {amended === null ? labels.commit : labels.amendIt}
          </Button>
        </div>
      )}
      {state.head !== null && !finishing && (
        <label htmlFor={amendId} className="flex items-center gap-2 justify-self-start text-ui">
          <input
            type="checkbox"
            id={amendId}
            checked={amended !== null}
            disabled={acts.blocked}
            onChange={() => void toggleAmend()}
            className="size-4 accent-accent"
          />
          {labels.amend}
        </label>
      )}
      {refusal !== null && (
        <p role="status" className="wrap-anywhere text-ui text-wait">
          <VisibleText text={refusal} />
        </p>
      )}
      {state.notes.map((note) => (
        <p key={strings.sentences.host(note)} className="wrap-anywhere text-ink-3 text-small">
          <VisibleText text={strings.sentences.host(note)} />
        </p>
      ))}
      {state.hookCommand !== null && <CopyHooks command={state.hookCommand} />}
    </div>
  );
}

/** They are programs of the repository, so only the user runs them. */
function CopyHooks({ command }: { command: string }) {
  const { actions } = useSession();
  return (
    <Button
      size="small"
      tone="ghost"
      className="-ml-2 justify-self-start"
      title={command}
      onClick={() => void copyText(command, actions, labels.hooksCopied)}
    >
      {labels.copyHooks}
    </Button>
  );
}

/** Asked only when git needs it. */
function AuthorForm({ acts, onSaved }: { acts: GitActs; onSaved: () => void }) {
  const { actions } = useSession();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string | null>(null);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const answer = await actions.call('git.setAuthor', { ...acts.place, name, email });
    if (answer.ok) onSaved();
    else setError(answer.error.message);
  };
  return (
    <form onSubmit={(event) => void save(event)} className="grid grid-cols-1 gap-2">
      <p className="text-ui text-wait">{gitWords.author.title}</p>
      <Field label={gitWords.author.name} error={error}>
        {(ids) => <TextInput {...ids} autoFocus value={name} onChange={({ target }) => setName(target.value)} />}
      </Field>
      <Field label={gitWords.author.email}>
        {(ids) => <TextInput {...ids} value={email} onChange={({ target }) => setEmail(target.value)} />}
      </Field>
      <div className="flex justify-end">
        <Button
          size="small"
          tone="primary"
          type="submit"
          disabled={acts.blocked || name.trim() === '' || email.trim() === ''}
        >
          {gitWords.author.save}
        </Button>
      </div>
    </form>
  );
}
