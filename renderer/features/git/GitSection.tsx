// Git in the review panel: from changed files to a pull request.

import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { GitState } from '../../../shared/features/git/git.ts';
import { LoadState } from '../../core/parts/LoadState.tsx';
import { useChatProject, useSession } from '../../core/state/context.tsx';
import { useTrust } from '../../core/state/useTrust.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { BranchMenu } from './BranchMenu.tsx';
import { CommitBox } from './CommitBox.tsx';
import { ConflictGroup } from './ConflictGroup.tsx';
import { FileGroup } from './FileGroup.tsx';
import { PushBox } from './PushBox.tsx';
import { PullButtons, SyncMenu } from './SyncBar.tsx';
import { TransferStatus, useTransfer } from './transfer.tsx';
import { type GitActs, useGit } from './useGit.ts';
import { gitWords as words } from './words.ts';

export function GitSection({ conversationId }: { conversationId: string | null }) {
  const { value: status, error, load, acts } = useGit(conversationId);
  const transfer = useTransfer(acts);
  const [wantsRequest, setRequesting] = useState(false);
  const state = status?.kind === 'ready' ? status.state : null;
  const isRequesting = wantsRequest && state !== null && state.branch !== null && state.remotes.length > 0;
  return (
    <div data-git className="flex min-h-0 flex-1 flex-col">
      <div data-scroll className="grid min-h-0 flex-1 grid-cols-1 content-start gap-4 overflow-y-auto p-3">
        <LoadState loaded={status !== null} error={error} onAgain={load} loading={words.loading} />
        {status?.kind === 'none' && (
          <p className="text-ink-2 text-ui">
            <VisibleText text={strings.sentences.host(status.reason)} />
          </p>
        )}
        {state && (
          <>
            <div className="flex min-w-0 items-center gap-2">
              <BranchMenu state={state} acts={acts} />
              <Distance state={state} />
              <IconButton icon={RefreshCw} label={words.refresh} size="small" className="ml-auto" onClick={load} />
              {state.trusted && <SyncMenu state={state} acts={acts} transfer={transfer} />}
            </div>
            {transfer.status !== null && <TransferStatus transfer={transfer} />}
            {acts.error && acts.error.details?.identity !== true && (
              <p role="alert" className="wrap-anywhere whitespace-pre-line text-fail text-ui">
                <VisibleText text={acts.error.message} />
              </p>
            )}
            <PullButtons state={state} acts={acts} transfer={transfer} />
            <Notices state={state} acts={acts} />
            <ConflictGroup state={state} acts={acts} />
            <FileGroup side="staged" list={state.staged} acts={acts} />
            <FileGroup side="unstaged" list={state.unstaged} acts={acts} />
            {state.staged.count + state.unstaged.count + state.conflicts.count === 0 && (
              <p className="text-ink-3 text-ui">{words.clean}</p>
            )}
          </>
        )}
      </div>
      {state?.trusted && (
        <div
          data-needs="git.commit"
          className="grid max-h-[60%] shrink-0 grid-cols-1 gap-3 overflow-y-auto border-line border-t p-3"
        >
          {!isRequesting && <CommitBox state={state} acts={acts} />}
          <PushBox state={state} acts={acts} isRequesting={isRequesting} onRequest={setRequesting} />
        </div>
      )}
    </div>
  );
}

/** How far the branch and its upstream are apart. */
function Distance({ state: { ahead, behind, upstream } }: { state: GitState }) {
  if (upstream === null || ahead + behind === 0) return null;
  return (
    <span className="tabular truncate text-ink-3 text-small" title={upstream}>
      {[...(ahead > 0 ? [words.branch.ahead(ahead)] : []), ...(behind > 0 ? [words.branch.behind(behind)] : [])].join(
        ' · ',
      )}
    </span>
  );
}

function Notices({ state, acts }: { state: GitState; acts: GitActs }) {
  const { actions } = useSession();
  const project = useChatProject();
  const trust = useTrust();
  const abort = async (): Promise<void> => {
    if ((await acts.run(actions.call('git.abort', acts.place))) !== null) actions.say(words.operation.aborted);
  };
  return (
    <>
      {!state.trusted && project && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="min-w-0 flex-1 basis-56 text-ui text-wait">{words.trust}</p>
          <Button
            data-needs="project.trust"
            size="small"
            onClick={() => void acts.run(trustIn(trust.set(project, true)))}
          >
            {words.trustIt}
          </Button>
        </div>
      )}
      {state.operation && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="min-w-0 flex-1 basis-56 text-ui text-wait">{words.operation[state.operation]}</p>
          {state.operation === 'merge' && (
            <Button data-needs="git.abort" size="small" disabled={acts.blocked} onClick={() => void abort()}>
              {words.operation.abort}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

async function trustIn(set: Promise<boolean>): Promise<{ ok: true; value: boolean }> {
  return { ok: true, value: await set };
}
