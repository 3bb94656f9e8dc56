// process.*: background commands.

import { ok } from '../../../shared/core/errors.ts';
import type { processMethods } from '../../../shared/features/processes/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';

export const processesFeature = defineFeature<typeof processMethods>()({ handlers });

function handlers({ background }: AppParts): HandlersOf<typeof processMethods> {
  return {
    'process.list': async () => ok({ commands: background.list() }),
    'process.output': ({ conversationId, processId, offset, limit }) =>
      background.output(conversationId, processId, offset, limit),
    async 'process.end'({ conversationId, processId }) {
      const ended = await background.end(conversationId, processId);
      return ended.ok ? ok({}) : ended;
    },
  };
}
