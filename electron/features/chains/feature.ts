// chain.*: the tool calls of one conversation, and of all.

import { ok } from '../../../shared/core/errors.ts';
import type { CallMatch, chainMethods } from '../../../shared/features/chains/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import { joinedProjects } from '../joinedProjects.ts';
import { createChainReader } from './readChain.ts';

export const chainsFeature = defineFeature<typeof chainMethods>()({ handlers });

function handlers({ store, search, hub }: Pick<AppParts, 'store' | 'search' | 'hub'>): HandlersOf<typeof chainMethods> {
  const chains = createChainReader(store);

  /** A stored call does not reveal whether it is still running. */
  function withLive(call: CallMatch): CallMatch {
    if (call.resultId !== null) return call;
    const live = hub
      .peek(call.conversationId)
      ?.calls.find(({ messageId, index }) => messageId === call.messageId && index === call.index);
    return live ? { ...call, live: live.question ? 'waiting' : live.state } : call;
  }

  return {
    'chain.read': ({ conversationId, cursor }) => chains.read(conversationId, cursor),
    async 'chain.query'(request) {
      const answer = await search.calls({ ...request, projectIds: await joinedProjects(store, request.projectId) });
      return answer.ok ? ok({ ...answer.value, calls: answer.value.calls.map(withLive) }) : answer;
    },
    'chain.facets': async () => ok(await search.callFacets()),
  };
}
