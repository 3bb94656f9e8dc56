// data.*: how much space things take, and freeing what nobody needs.

import type { Handlers } from '../../shared/contract/protocol/server.ts';
import type { HandlerDeps } from './handlerDeps.ts';

export function dataHandlers({ store }: HandlerDeps): Pick<Handlers, 'data.space' | 'data.free'> {
  return {
    'data.space': () => store.space(),
    'data.free': ({ projectId, what }) => store.freeSpace(projectId, what),
  };
}
