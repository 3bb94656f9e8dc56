// git.*: what contacts a remote. Confirmed outside of the window: a push each time, a fetch once for each address.

import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say, toUserTextData } from '../../../../shared/core/sentence.ts';
import type { gitMethods } from '../../../../shared/features/git/methods.ts';
import type { HandlersOf } from '../../../lib/protocolServer.ts';
import type { AppParts } from '../../appParts.ts';
import { fetchPower, pullRequestPower, pushPower } from '../../dangerousPowers.ts';
import { joinUpstream, upstreamOf } from '../acts/pull.ts';
import type { GitService } from '../gitService.ts';
import { gitFailure, type Repository } from '../repository/repository.ts';
import { type FetchPlan, fetchRemote, planFetch } from './fetch.ts';
import { offerPullRequest, openPullRequest } from './pullRequest.ts';
import { planPush, push } from './push.ts';
import { readProgress } from './remoteReply.ts';

const maxNamed = 20;

type RemoteMethods = Pick<
  HandlersOf<typeof gitMethods>,
  'git.fetch' | 'git.pull' | 'git.push' | 'git.pullRequestOffer' | 'git.openPullRequest'
>;

export function remoteHandlers(
  service: GitService,
  { confirm, feed }: Pick<AppParts, 'confirm' | 'feed'>,
): RemoteMethods {
  /** Addresses that each folder may fetch from, until the app ends. */
  const allowed = new Set<string>();

  function mayFetch(repository: Repository, { address, shown }: FetchPlan): Result<void> {
    const key = JSON.stringify([repository.root, address]);
    if (allowed.has(key)) return ok(undefined);
    const may = confirm.require(fetchPower({ address, shown, folder: repository.root }));
    if (may.ok) allowed.add(key);
    return may;
  }

  function watching(watch: string, signal: AbortSignal) {
    return {
      signal,
      onError: readProgress((progress) => {
        if (watch !== '') feed.publish({ type: 'git.progress', watch, ...progress });
      }),
    };
  }

  async function fetchFrom(repository: Repository, remote: string, watch: string, signal: AbortSignal) {
    const plan = planFetch(repository, remote);
    if (!plan.ok) return plan;
    const may = mayFetch(repository, plan.value);
    return may.ok ? fetchRemote(service, repository, plan.value, watching(watch, signal)) : may;
  }

  return {
    'git.fetch': ({ remote, watch, ...place }, { signal }) =>
      service.act(place, async (repository) => {
        const fetched = await fetchFrom(repository, remote, watch, signal);
        if (!fetched.ok) return fetched;
        const { changed, left, reason } = fetched.value;
        if (changed === 0 && left.length > 0) return gitFailure(reason);
        return ok({ changed, left: left.slice(0, maxNamed), leftCount: left.length });
      }),
    async 'git.pull'({ mode, watch, ...place }, { signal }) {
      // Calls may change files while it transfers.
      const upstream = await service.act(place, async (repository) => {
        const target = await upstreamOf(repository);
        if (!target.ok) return target;
        const fetched = await fetchFrom(repository, target.value.remote, watch, signal);
        if (!fetched.ok) return fetched;
        const { branch } = target.value;
        const ref = `refs/remotes/${target.value.remote}/${branch}`;
        if (!fetched.value.branches.has(ref))
          return fail('GIT_FAILED', say`${target.value.remote} has no branch ${branch}.`);
        return fetched.value.left.includes(ref)
          ? fail('GIT_FAILED', say`Git could not record ${`${target.value.remote}/${branch}`}, so nothing was pulled.`)
          : target;
      });
      if (!upstream.ok) return upstream;
      return service.actOnFiles(place, (repository) => joinUpstream(repository, upstream.value, mode, signal));
    },
    'git.push': ({ remote, watch, ...place }, { signal }) =>
      service.act(place, async (repository) => {
        const plan = await planPush(repository, remote);
        if (!plan.ok) return plan;
        const may = confirm.require(
          pushPower({ ...plan.value, shown: plan.value.remote.shown, folder: repository.root }),
        );
        if (!may.ok) return may;
        const pushed = await push(service, repository, plan.value, watching(watch, signal));
        return pushed.ok ? ok({ notes: pushed.value.map(toUserTextData) }) : pushed;
      }),
    'git.pullRequestOffer': ({ remote, ...place }) =>
      service.act(place, async (repository) => {
        const plan = await planPush(repository, remote);
        return plan.ok ? offerPullRequest(repository, service.environment, plan.value) : plan;
      }),
    'git.openPullRequest': ({ remote, projectId, conversationId, ...wish }, { signal }) =>
      service.act({ projectId, conversationId }, async (repository) => {
        const plan = await planPush(repository, remote);
        if (!plan.ok) return plan;
        const power = { ...plan.value, shown: plan.value.remote.shown, folder: repository.root };
        const may = confirm.require(pullRequestPower(power, wish));
        if (!may.ok) return may;
        const pushed = await push(service, repository, plan.value, { signal });
        return pushed.ok ? openPullRequest(service, repository, plan.value, wish, signal) : pushed;
      }),
  };
}
