// data.*: storage use, and freeing what is no longer needed.

import type { dataMethods } from '../../shared/features/data/methods.ts';
import type { HandlersOf } from '../lib/protocolServer.ts';
import type { HandlerDeps } from './handlerDeps.ts';

export function dataHandlers({ store }: HandlerDeps): HandlersOf<typeof dataMethods> {
  return {
    'data.space': () => store.space(),
    'data.free': ({ projectId, what }) => store.freeSpace(projectId, what),
  };
}
