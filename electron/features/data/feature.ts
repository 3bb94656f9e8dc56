// data.*: storage use and cleanup.

import type { dataMethods } from '../../../shared/features/data/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';

export const dataFeature = defineFeature<typeof dataMethods>()({ handlers });

function handlers({ store }: AppParts): HandlersOf<typeof dataMethods> {
  return {
    'data.space': () => store.space(),
    'data.free': ({ projectId, what }) => store.freeSpace(projectId, what),
  };
}
