// Pushes the branch, and opens a pull request for it.

import { useState } from 'react';
import type { GitState } from '../../../shared/features/git/git.ts';
import { useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/select/Select.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { PullRequestForm } from './PullRequestForm.tsx';
import { TransferStatus, useTransfer } from './transfer.tsx';
import type { GitActs } from './useGit.ts';
import { gitWords } from './words.ts';

const labels = gitWords.push;

interface PushBoxProps {
  state: GitState;
  acts: GitActs;
  /** The pull request form is open. */
  isRequesting: boolean;
  onRequest: (open: boolean) => void;
}

export function PushBox({ state, acts, isRequesting, onRequest }: PushBoxProps) {
  const { actions } = useSession();
  const [chosen, setChosen] = useState<string | null>(null);
  const transfer = useTransfer(acts);
  const [replies, setReplies] = useState<string[]>([]);
  const { remotes, branch } = state;
  const remote = remotes.find(({ name }) => name === (chosen ?? state.pushTo)) ?? remotes[0];
  if (!remote) return <p className="text-ink-3 text-small">{labels.noRemote}</p>;
  if (branch === null || state.head === null) return null;

  const push = async (): Promise<void> => {
    setReplies([]);
    const done = await transfer.run('push', (watch, signal) =>
      actions.call('git.push', { ...acts.place, remote: remote.name, watch }, signal),
    );
    if (done === null) return;
    setReplies(done.notes.map((note) => strings.sentences.host(note)));
    actions.say(labels.done(branch, remote.name));
  };
  if (isRequesting)
    return <PullRequestForm key={branch} remote={remote.name} acts={acts} onClose={() => onRequest(false)} />;
  const isPushed = state.upstream !== null && state.ahead === 0;
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <div className="flex flex-wrap items-center gap-2">
        {transfer.status !== null ? (
          <TransferStatus transfer={transfer} />
        ) : (
          <>
            <Button data-needs="git.push" size="small" disabled={acts.blocked || isPushed} onClick={() => void push()}>
              {labels.push}
            </Button>
            <Button
              data-needs="git.openPullRequest"
              size="small"
              data-git-request
              disabled={acts.blocked}
              onClick={() => onRequest(true)}
            >
              {gitWords.request.open}
            </Button>
          </>
        )}
        {remotes.length > 1 && (
          <Select
            aria-label={labels.remote}
            value={remote.name}
            options={remotes.map(({ name }) => ({ value: name, label: name }))}
            onChange={setChosen}
            className="ml-auto h-7 w-auto! max-w-40"
          />
        )}
      </div>
      <p className="truncate text-ink-3 text-small" title={remote.address}>
        <VisibleText text={labels.to(remote.address)} />
      </p>
      {replies.map((line) => (
        <p key={line} className="wrap-anywhere whitespace-pre-line text-ink-2 text-small">
          <VisibleText text={line} />
        </p>
      ))}
    </div>
  );
}
