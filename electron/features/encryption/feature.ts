// encryption.*: the recovery code, and turning encryption on and off.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { encryptionMethods } from '../../../shared/features/encryption/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import { newRecoveryCode, readRecoveryCode } from '../../stores/encryption/dataKey.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';

export const encryptionFeature = defineFeature<typeof encryptionMethods>()({ handlers });

function handlers({ encryption, keepsSecrets, hub, background }: AppParts): HandlersOf<typeof encryptionMethods> {
  /** The code that was shown last, as bytes. */
  let lastCode: Buffer | null = null;

  const isBusy = (): boolean => background.list().length > 0 || hub.liveIds().some((id) => hub.peek(id)?.run);

  /** Only what the user has written down is used. */
  function checkTyped(typed: string): Result<void> {
    const code = readRecoveryCode(typed);
    if (code && lastCode?.equals(code)) return ok(undefined);
    return fail('PARAMS_INVALID', say`This is not the code that was shown. Compare each group.`, { field: 'code' });
  }

  async function whenIdle(work: () => Result<void>): Promise<Result<Record<string, never>>> {
    if (isBusy()) {
      return fail('CONVERSATION_BUSY', say`Something is still running. Wait until it ends, or stop it, and try again.`);
    }
    const done = work();
    return done.ok ? ok({}) : done;
  }

  return {
    async 'encryption.info'() {
      const state = await encryption.state();
      if (!state.ok) return state;
      return ok({ state: state.value, hasKeychain: await keepsSecrets(), isBusy: isBusy() });
    },
    async 'encryption.createCode'() {
      const code = newRecoveryCode();
      lastCode = readRecoveryCode(code);
      return ok({ code });
    },
    async 'encryption.turnOn'({ code }) {
      const typed = checkTyped(code);
      return typed.ok ? whenIdle(() => encryption.turnOn(code)) : typed;
    },
    'encryption.turnOff': () => whenIdle(() => encryption.turnOff()),
    async 'encryption.changeCode'({ code }) {
      const typed = checkTyped(code);
      const changed = typed.ok ? await encryption.changeCode(code) : typed;
      return changed.ok ? ok({}) : changed;
    },
    // This app is open, so there is nothing to wait for.
    'encryption.waiting': async () => ok({ kind: 'ready' }),
    'encryption.retry': async () => ok({}),
    'encryption.unlock': async () => ok({ keptIn: 'keychain' }),
  };
}
