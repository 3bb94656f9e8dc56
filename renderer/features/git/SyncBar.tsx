// Fetch, pull and stash, next to the branch.

import { Ellipsis } from 'lucide-react';
import type { GitPullMode, GitState } from '../../../shared/features/git/git.ts';
import { useSession } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx';
import type { Transfer } from './transfer.tsx';
import type { GitActs } from './useGit.ts';
import { gitWords } from './words.ts';

const labels = gitWords.sync;

interface SyncProps {
  state: GitState;
  acts: GitActs;
  transfer: Transfer;
}

/** The actions of the menu and the buttons. */
function useSync({ state, acts, transfer }: SyncProps) {
  const { actions, toasts } = useSession();
  const pop = async (seen: string): Promise<void> => {
    const done = await acts.run(actions.call('git.popStash', { ...acts.place, seen }));
    if (done) actions.say(done.hasConflicts ? labels.popConflicts : labels.popped);
  };
  return {
    pop,
    async fetch(remote: string): Promise<void> {
      const done = await transfer.run('fetch', (watch, signal) =>
        actions.call('git.fetch', { ...acts.place, remote, watch }, signal),
      );
      if (done === null) return;
      const fetched = labels.fetched(done.changed, remote);
      actions.say(done.leftCount > 0 ? `${fetched} ${labels.left(done.leftCount, done.left)}` : fetched);
    },
    async pull(mode: GitPullMode): Promise<void> {
      const done = await transfer.run('pull', (watch, signal) =>
        actions.call('git.pull', { ...acts.place, mode, watch }, signal),
      );
      if (done) actions.say(done.hasConflicts ? labels.pullConflicts : labels.pulled(done.commits));
    },
    async stash(): Promise<void> {
      const done = await acts.run(actions.call('git.stash', acts.place));
      if (done === null) return;
      const undo = (): void => void pop(done.commit);
      toasts.show({
        tone: 'info',
        message: labels.stashed,
        action: { label: gitWords.undo, isUndo: true, run: undo },
      });
    },
    canPull: state.upstream !== null && state.branch !== null && state.operation === null,
  };
}

export function SyncMenu(props: SyncProps) {
  const { state, acts, transfer } = props;
  const sync = useSync(props);
  const { remotes, stashes } = state;
  const blocked = acts.blocked || transfer.status !== null;
  const changes = state.staged.count + state.unstaged.count;
  const canStash = state.head !== null && changes > 0 && state.conflicts.count === 0;
  if (remotes.length === 0 && !canStash && stashes.count === 0) return null;
  return (
    <Menu
      align="end"
      trigger={
        <IconButton data-needs="git.stash" icon={Ellipsis} label={labels.menu} size="small" disabled={blocked} />
      }
    >
      {remotes.map(({ name, address }) => (
        <MenuItem
          key={name}
          needs="git.fetch"
          label={labels.fetch(name)}
          hint={address}
          onSelect={() => void sync.fetch(name)}
        />
      ))}
      {sync.canPull && (
        <>
          <MenuSeparator />
          <MenuItem
            needs="git.pull"
            label={labels.pull}
            hint={labels.pullHint}
            onSelect={() => void sync.pull('fastForward')}
          />
          <MenuItem needs="git.pull" label={labels.pullMerge} onSelect={() => void sync.pull('merge')} />
        </>
      )}
      {remotes.length > 0 && (canStash || stashes.count > 0) && <MenuSeparator />}
      {canStash && <MenuItem label={labels.stash} onSelect={() => void sync.stash()} />}
      {stashes.count > 0 && (
        <MenuItem
          label={labels.pop(stashes.count)}
          hint={stashes.isElsewhere ? labels.popElsewhere(stashes.newest) : stashes.newest}
          onSelect={() => void sync.pop(stashes.commit)}
        />
      )}
    </Menu>
  );
}

/** Offered when the upstream has commits that are not here; with `diverged`, how to join both sides. */
export function PullButtons(props: SyncProps) {
  const { state, acts, transfer } = props;
  const sync = useSync(props);
  const blocked = acts.blocked || transfer.status !== null;
  if (!sync.canPull) return null;
  if (acts.error?.details?.diverged === true) {
    return (
      <Button
        data-needs="git.pull"
        size="small"
        className="justify-self-start"
        disabled={blocked}
        onClick={() => void sync.pull('merge')}
      >
        {labels.pullMerge}
      </Button>
    );
  }
  if (state.behind === 0) return null;
  return (
    <Button
      data-needs="git.pull"
      size="small"
      className="justify-self-start"
      disabled={blocked}
      onClick={() => void sync.pull('fastForward')}
    >
      {labels.pullCount(state.behind)}
    </Button>
  );
}
