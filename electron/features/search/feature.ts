// search.*: full-text search over all conversations.

import type { searchMethods } from '../../../shared/features/search/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';

export const searchFeature = defineFeature<typeof searchMethods>()({ handlers });

function handlers({ search }: AppParts): HandlersOf<typeof searchMethods> {
  return { 'search.query': (request) => search.query(request) };
}
