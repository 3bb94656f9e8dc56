// sandbox.*: whether a sandbox is available.

import { ok } from '../../../shared/core/errors.ts';
import { toUserTextData } from '../../../shared/core/sentence.ts';
import type { sandboxMethods } from '../../../shared/features/sandbox/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';

export const sandboxFeature = defineFeature<typeof sandboxMethods>()({ handlers });

function handlers({ sandbox }: AppParts): HandlersOf<typeof sandboxMethods> {
  return {
    async 'sandbox.state'() {
      const status = await sandbox.status();
      return ok(status.available ? status : { ...status, reason: toUserTextData(status.reason) });
    },
  };
}
