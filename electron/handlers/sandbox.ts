// sandbox.*: whether there is one here.

import type { sandboxMethods } from '../../shared/contract/sandbox.ts';
import { ok } from '../../shared/errors.ts';
import type { HandlersOf } from '../../shared/protocol/server.ts';
import { toUserTextData } from '../../shared/sentence.ts';
import type { HandlerDeps } from './handlerDeps.ts';

export function sandboxHandlers({ sandbox }: HandlerDeps): HandlersOf<typeof sandboxMethods> {
  return {
    async 'sandbox.state'() {
      const status = await sandbox.status();
      return ok(status.available ? status : { ...status, reason: toUserTextData(status.reason) });
    },
  };
}
