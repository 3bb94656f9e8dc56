// Pushes the current branch under its own name, never with force, from a clean repository.

import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../../shared/core/sentence.ts';
import type { Environment } from '../../../lib/environment.ts';
import { shortText } from '../repository/errorText.ts';
import type { Git } from '../repository/git.ts';
import { lastValue, type Repository } from '../repository/repository.ts';
import { withCleanRepository } from './cleanRepository.ts';
import { connectionFailure, failWithReply, replyIn } from './remoteReply.ts';
import { isLocalAddress, type Remote, remotesOf, safeAddress } from './remotes.ts';

export interface PushPlan {
  remote: Remote;
  address: string;
  branch: string;
  commit: string;
}

/** For every transfer. */
export const transferMs = 15 * 60_000;
/**
 * For a remote in a local folder, whose receiving side is a program here: it may be any repository, so nothing that it
 * configures runs either.
 */
const receiveQuietly = [
  ...['core.hooksPath=/dev/null', 'core.fsmonitor=false', 'core.alternateRefsCommand=true', 'receive.autogc=false'],
  ...['gc.auto=0', 'maintenance.auto=false', 'receive.denyCurrentBranch=refuse', 'receive.procReceiveRefs='],
];

export async function planPush(repository: Repository, remoteName: string): Promise<Result<PushPlan>> {
  const remote = remotesOf(repository.config).find(({ name }) => name === remoteName);
  if (!remote) return fail('NOT_SUPPORTED', say`There is no remote ${remoteName}.`);
  const address = safeAddress(remote.address, repository.root);
  if (!address.ok) return address;
  const branch = await repository.run(['symbolic-ref', '--quiet', 'HEAD']);
  if (!branch.ok) return branch;
  const ref = branch.value.out.toString().trim();
  if (branch.value.code !== 0 || !ref.startsWith('refs/heads/')) {
    return fail('NOT_SUPPORTED', say`No branch is checked out, so there is nothing to push. Create a branch first.`);
  }
  const head = await repository.run(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  if (!head.ok) return head;
  if (head.value.code !== 0) return fail('NOT_SUPPORTED', say`This repository has no commit yet.`);
  return ok({
    remote,
    address: address.value,
    branch: ref.slice('refs/heads/'.length),
    commit: head.value.out.toString().trim(),
  });
}

/** Returns what the remote said. */
export async function push(
  deps: { git: Git; environment: Environment },
  repository: Repository,
  { remote, address, branch, commit }: PushPlan,
  { signal, onError }: { signal?: AbortSignal; onError?: (piece: string) => void } = {},
): Promise<Result<Sentence[]>> {
  const receiver = `git ${receiveQuietly.map((setting) => `-c ${setting}`).join(' ')} receive-pack`;
  const pushed = await withCleanRepository(deps, repository, async (clean) => {
    const args = ['push', '--porcelain', '--no-verify', '--no-follow-tags', '--progress'];
    const receiving = isLocalAddress(address) ? [`--receive-pack=${receiver}`] : [];
    const answer = await clean.run([...args, ...receiving, '--', address, `${commit}:refs/heads/${branch}`], {
      signal,
      timeoutMs: transferMs,
      onError,
    });
    if (!answer.ok) return answer;
    const { code, out, err } = answer.value;
    const reply = replyIn(err);
    return code === 0
      ? ok(reply === '' ? [] : [say`The remote says: ${reply}`])
      : pushFailure(`${shortText(out)}\n${err}`, remote.name, branch);
  });
  if (!pushed.ok) return pushed;
  const noted = await notePushed(repository, { remote, branch, commit });
  return noted.ok
    ? pushed
    : ok([...pushed.value, say`The branch was pushed, but Git could not record it here: ${noted.error}`]);
}

/** Records the same as `git push --set-upstream`. */
async function notePushed(
  repository: Repository,
  { remote, branch, commit }: Omit<PushPlan, 'address'>,
): Promise<Result<void>> {
  const steps =
    remote.branches === 'all' || remote.branches.includes(branch)
      ? [['update-ref', `refs/remotes/${remote.name}/${branch}`, commit]]
      : [];
  if (lastValue(repository.config, `branch.${branch}.merge`) === null) {
    steps.push(['config', '--local', `branch.${branch}.remote`, remote.name]);
    steps.push(['config', '--local', `branch.${branch}.merge`, `refs/heads/${branch}`]);
  }
  for (const step of steps) {
    const done = await repository.text(step);
    if (!done.ok) return done;
  }
  return ok(undefined);
}

function pushFailure(output: string, remote: string, branch: string): Result<never> {
  if (/\(fetch first\)|\(non-fast-forward\)|\(stale info\)/.test(output)) {
    return failWithReply(
      output,
      say`${remote} has commits on ${branch} that are not here. Nothing was pushed. Pull them first.`,
    );
  }
  if (/protected branch|GH006|not allowed to push/i.test(output)) {
    return failWithReply(
      output,
      say`${branch} is protected on ${remote}. Nothing was pushed. Push a branch of its own and open a pull request.`,
    );
  }
  if (/\[remote rejected\]|pre-receive hook declined/.test(output))
    return failWithReply(output, say`${remote} rejected the push. Nothing was pushed.`);
  return connectionFailure(output, remote);
}
