// Fetches a remote's branches into a clean repository that stores objects in the real one, then records them there: git
// reads the user's configuration only, never the repository's.

import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { Environment } from '../../../lib/environment.ts';
import type { Git } from '../repository/git.ts';
import { gitFailure, type Repository } from '../repository/repository.ts';
import { type CleanRepository, withCleanRepository } from './cleanRepository.ts';
import { transferMs } from './push.ts';
import { connectionFailure } from './remoteReply.ts';
import { isLocalAddress, type Remote, remotesOf, safeAddress, withoutPassword } from './remotes.ts';

export interface FetchPlan {
  remote: Remote;
  address: string;
  /** For display: without its password. */
  shown: string;
}

/** Commits named to the remote as known, so that it sends only what is missing. */
const maxTips = 2000;
const maxRefs = 100_000;
/** After as many that can't be recorded, the rest of a group isn't tried one by one. */
const maxLeft = 50;
/** The other side may be any repository in a local folder: nothing that it configures runs. */
const sendQuietly = ['core.hooksPath=/dev/null', 'core.fsmonitor=false', 'core.alternateRefsCommand=true'];

export function planFetch({ config, root }: Repository, remoteName: string): Result<FetchPlan> {
  const remote = remotesOf(config).find(({ name }) => name === remoteName);
  if (!remote) return fail('NOT_SUPPORTED', say`There is no remote ${remoteName}.`);
  if (remote.branches.length === 0)
    return fail('NOT_SUPPORTED', say`${remoteName} is set to fetch to an unusual place. Fetch it in a terminal.`);
  const address = safeAddress(remote.fetchAddress, root);
  return address.ok ? ok({ remote, address: address.value, shown: withoutPassword(remote.fetchAddress) }) : address;
}

export interface FetchOutcome {
  /** Branches and tags that are new or have moved. */
  changed: number;
  /** Those that could not be recorded here. */
  left: string[];
  /** Git's reason for that. */
  reason: string;
  /** The remote's branches as they are called here, and their commits. */
  branches: ReadonlyMap<string, string>;
}

export async function fetchRemote(
  deps: { git: Git; environment: Environment },
  repository: Repository,
  { remote, address }: FetchPlan,
  { signal, onError }: { signal?: AbortSignal; onError?: (piece: string) => void } = {},
): Promise<Result<FetchOutcome>> {
  const before = await refsOf(repository, ['refs/heads/', 'refs/tags/', `refs/remotes/${remote.name}/`]);
  if (!before.ok) return before;
  const branches = remote.branches === 'all' ? ['*'] : remote.branches;
  const specs = branches.map((branch) => `+refs/heads/${branch}:refs/remotes/${remote.name}/${branch}`);
  const sender = `git ${sendQuietly.map((setting) => `-c ${setting}`).join(' ')} upload-pack`;
  const sending = isLocalAddress(address) ? [`--upload-pack=${sender}`] : [];
  const tags = remote.tags === null ? [] : [remote.tags === 'all' ? '--tags' : '--no-tags'];
  const after = await withCleanRepository(deps, repository, async (clean) => {
    const env = { GIT_OBJECT_DIRECTORY: clean.objects };
    await nameKnown(clean, [...new Set(before.value.values())].slice(0, maxTips), env);
    const args = ['fetch', '--progress', '--no-write-fetch-head', '--no-recurse-submodules', '--no-auto-maintenance'];
    const answer = await clean.run([...args, ...tags, ...sending, '--', address, ...specs], {
      signal,
      onError,
      timeoutMs: transferMs,
      env,
    });
    if (!answer.ok) return answer;
    if (answer.value.code !== 0) return connectionFailure(answer.value.err, remote.name);
    return refsOf({ run: (refs) => clean.run(refs, { env }) }, [`refs/remotes/${remote.name}/`, 'refs/tags/']);
  });
  if (!after.ok) return after;
  const recorded = await record(repository, before.value, after.value);
  return recorded.ok ? ok({ ...recorded.value, branches: after.value }) : recorded;
}

/** Best effort: without it, the remote sends more. */
async function nameKnown(clean: CleanRepository, tips: readonly string[], env: Record<string, string>): Promise<void> {
  const input = tips.map((tip, at) => `create refs/known/${at} ${tip}\n`).join('');
  if (input !== '') await clean.run(['update-ref', '--stdin'], { input, env });
}

/** A tag that exists stays as it is, as with `git fetch`. */
async function record(
  repository: Repository,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Promise<Result<Omit<FetchOutcome, 'branches'>>> {
  const moved = [...after].filter(([ref, object]) =>
    ref.startsWith('refs/tags/') ? !before.has(ref) : before.get(ref) !== object && !ref.endsWith('/HEAD'),
  );
  const left: string[] = [];
  const recorded = await recordThese(repository, moved, left);
  if (!recorded.ok) return recorded;
  return ok({ changed: moved.length - left.length, left, reason: recorded.value });
}

/** All at once; after a failure, those that can be. Adds the others to `left`, and returns git's reason. */
async function recordThese(
  repository: Repository,
  refs: readonly (readonly [ref: string, object: string])[],
  left: string[],
): Promise<Result<string>> {
  if (refs.length === 0) return ok('');
  const input = refs.map(([ref, object]) => `${ref.startsWith('refs/tags/') ? 'create' : 'update'} ${ref} ${object}\n`);
  const args = ['update-ref', '--no-deref', '-m', 'fetch', '--stdin'];
  const recorded = await repository.run(args, { input: input.join('') });
  if (!recorded.ok) return recorded;
  const { code, err } = recorded.value;
  if (code === 0) return ok('');
  if (refs.length === 1 || left.length >= maxLeft) {
    left.push(...refs.map(([ref]) => ref));
    return ok(err);
  }
  const half = refs.length >> 1;
  const first = await recordThese(repository, refs.slice(0, half), left);
  if (!first.ok) return first;
  const second = await recordThese(repository, refs.slice(half), left);
  return second.ok ? ok(second.value || first.value) : second;
}

async function refsOf(
  { run }: Pick<Repository, 'run'>,
  below: readonly string[],
): Promise<Result<Map<string, string>>> {
  const listed = await run(['for-each-ref', `--count=${maxRefs}`, '--format=%(objectname) %(refname)', ...below]);
  if (!listed.ok) return listed;
  if (listed.value.code !== 0) return gitFailure(listed.value.err);
  const lines = listed.value.out.toString().split('\n').filter(Boolean);
  return ok(new Map(lines.map((line) => [line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' '))])));
}
