// search.*: full-text search over all conversations.

import type { searchMethods } from '../../../shared/features/search/methods.ts';
import { tagKey } from '../../../shared/features/tags/tag.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import { joinedProjects } from '../joinedProjects.ts';

export const searchFeature = defineFeature<typeof searchMethods>()({ handlers });

function handlers({ search, store }: AppParts): HandlersOf<typeof searchMethods> {
  return {
    async 'search.query'({ tags, ...request }) {
      const conversationIds = tags.length === 0 ? null : await store.taggedConversations(tags.map(tagKey));
      const projectIds = await joinedProjects(store, request.projectId);
      return search.query({ ...request, projectIds, conversationIds });
    },
  };
}
