// stats.*: what a conversation consists of.

import type { statsMethods } from '../../../shared/features/stats/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import { readStatistics } from './readStatistics.ts';

export const statsFeature = defineFeature<typeof statsMethods>()({ handlers });

function handlers(app: Pick<AppParts, 'store' | 'costs'>): HandlersOf<typeof statsMethods> {
  return {
    'stats.read': ({ conversationId }, { signal }) => readStatistics(app, conversationId, { signal }),
  };
}
