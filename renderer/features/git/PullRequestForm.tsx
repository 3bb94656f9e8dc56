// A pull request: its text, and the branch it goes into.

import { type FormEvent, useCallback, useId, useState } from 'react';
import type { GitPullRequestDone, GitPullRequestOffer } from '../../../shared/features/git/git.ts';
import { LoadState, useAsyncValue } from '../../core/parts/LoadState.tsx';
import { useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, TextArea, TextInput } from '../../ui/Field.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { Select } from '../../ui/select/Select.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import type { GitActs } from './useGit.ts';
import { gitWords } from './words.ts';

const labels = gitWords.request;

interface PullRequestFormProps {
  remote: string;
  acts: GitActs;
  onClose: () => void;
}

export function PullRequestForm({ remote, acts, onClose }: PullRequestFormProps) {
  const { actions } = useSession();
  const { call } = actions;
  const { projectId, conversationId } = acts.place;
  const ask = useCallback(
    (signal: AbortSignal) => call('git.pullRequestOffer', { projectId, conversationId, remote }, signal),
    [call, projectId, conversationId, remote],
  );
  const { value: offer, error, load } = useAsyncValue(ask);
  const [done, setDone] = useState<GitPullRequestDone | null>(null);
  if (done) return <Done done={done} onClose={onClose} />;
  return (
    <div className="grid grid-cols-1 gap-2">
      <LoadState loaded={offer !== null} error={error} onAgain={load} loading={labels.loading} />
      {offer ? (
        <Fields offer={offer} remote={remote} acts={acts} onDone={setDone} onClose={onClose} />
      ) : (
        <FormActions size="small" onCancel={onClose} />
      )}
    </div>
  );
}

interface FieldsProps extends PullRequestFormProps {
  offer: GitPullRequestOffer;
  onDone: (done: GitPullRequestDone) => void;
}

function Fields({ offer, remote, acts, onDone, onClose }: FieldsProps) {
  const { actions } = useSession();
  const [base, setBase] = useState(offer.bases[0] ?? 'main');
  const [title, setTitle] = useState(offer.title);
  const [body, setBody] = useState(offer.body);
  const [draft, setDraft] = useState(false);
  const [busy, setBusy] = useState<AbortController | null>(null);
  const draftId = useId();
  const open = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const controller = new AbortController();
    setBusy(controller);
    const wish = { ...acts.place, remote, base, title, body, draft };
    const done = await acts.run(actions.call('git.openPullRequest', wish, controller.signal));
    setBusy(null);
    if (done) onDone(done);
  };
  return (
    <form onSubmit={(event) => void open(event)} className="grid grid-cols-1 gap-2">
      <p className="wrap-anywhere text-ink-3 text-small">
        <VisibleText text={labels.into(offer.branch, offer.address, offer.commitCount)} />
      </p>
      <Field label={labels.base}>
        {(ids) =>
          offer.bases.length > 0 ? (
            <Select
              {...ids}
              value={base}
              options={offer.bases.map((name) => ({ value: name, label: name }))}
              onChange={setBase}
            />
          ) : (
            <TextInput {...ids} value={base} onChange={({ target }) => setBase(target.value)} />
          )
        }
      </Field>
      <Field label={labels.title}>
        {(ids) => <TextInput {...ids} autoFocus value={title} onChange={({ target }) => setTitle(target.value)} />}
      </Field>
      <Field label={labels.body}>
        {(ids) => <TextArea {...ids} rows={4} value={body} onChange={({ target }) => setBody(target.value)} />}
      </Field>
      <FormActions
        size="small"
        onCancel={() => (busy ? busy.abort() : onClose())}
        start={
          <>
            {offer.program !== null && (
              <label htmlFor={draftId} className="flex items-center gap-2 text-ui">
                <input
                  type="checkbox"
                  id={draftId}
                  checked={draft}
                  onChange={() => setDraft(!draft)}
                  className="size-4 accent-accent"
                />
                {labels.draft}
              </label>
            )}
            {busy && (
              <p role="status" className="text-ink-3 text-ui">
                {labels.opening}
              </p>
            )}
          </>
        }
      >
        <Button
          size="small"
          tone="primary"
          type="submit"
          disabled={acts.blocked || title.trim() === '' || base.trim() === ''}
        >
          {offer.program === null ? labels.confirmPage : labels.confirm}
        </Button>
      </FormActions>
    </form>
  );
}

function Done({ done: { url, opened }, onClose }: { done: GitPullRequestDone; onClose: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1" role="status">
      <p className="wrap-anywhere min-w-0 flex-1 basis-56 text-ui">
        {url === null ? labels.done : opened ? labels.opened : labels.pushed}{' '}
        {url !== null && /^https?:\/\//.test(url) && (
          <a href={url} target="_blank" rel="noopener noreferrer" className="text-accent underline">
            {url.length > 80 ? `${url.slice(0, 80)}…` : url}
          </a>
        )}
      </p>
      <Button size="small" onClick={onClose}>
        {strings.ui.close}
      </Button>
    </div>
  );
}
