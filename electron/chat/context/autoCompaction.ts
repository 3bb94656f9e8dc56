// Keeps a run inside the model's context: checks the size before each request and compacts when the policy says so. Only
// between requests, never while results are pending. A failure leaves the history unchanged.

import { isCompaction } from '../../../shared/conversation/context.ts';
import { isHidden } from '../../../shared/conversation/marks.ts';
import type { ErrorInfo } from '../../../shared/conversation/message.ts';
import { fail, type Result } from '../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import { wantsRoom } from '../../compaction/policy.ts';
import type { ModelFailure } from '../../ports/provider.ts';
import type { StoredBranch } from '../../ports/store.ts';
import type { ChatDeps } from '../chatDeps.ts';
import { noteRecord } from '../notices.ts';
import {
  type CompactionResult,
  type CompactionScope,
  type ContextSnapshot,
  compactOnce,
  look,
  refusedRoom,
} from './compact.ts';
import { overEstimate } from './contextSize.ts';
import { stillLargeNote, unreliableNote } from './countNotes.ts';
import { tooLargeError, toolsTooLarge } from './tooLarge.ts';

export interface AutoCompaction {
  /** What the next request is made of, with room made where that was needed. CONTEXT_STILL_TOO_LARGE is stored as an error. */
  next(): Promise<Result<ContextSnapshot>>;
  /** The provider refused a request as too long: whether there is room now for another try. */
  makeRoom(failure: ModelFailure): Promise<boolean>;
}

/** Clearing first, and a summary when that was not enough. */
const maxRounds = 2;
/** An attempt that failed is made again when this share of the context has been added. */
const againShare = 0.05;

export function createAutoCompaction(deps: ChatDeps, scope: CompactionScope): AutoCompaction {
  let quietUpTo = 0;
  /** Tokens, as we count them, of the smallest request that was refused in this run. */
  let refusedFrom = Number.POSITIVE_INFINITY;

  const compact = (seen: ContextSnapshot, window: number): Promise<CompactionResult> =>
    compactOnce(deps, scope, seen, window, () =>
      deps.hub.publish(scope.conversationId, { type: 'run.phase', phase: 'compacting' }),
    );
  const goOn = (): void => deps.hub.publish(scope.conversationId, { type: 'run.phase', phase: 'model' });
  const note = (message: Sentence) => scope.append(noteRecord(message));

  function mayTry({ branch, size }: ContextSnapshot): boolean {
    const held = wasUndone(branch) || staysLarge(branch, size.compactAt);
    const load = { used: size.used, window: size.window.tokens, compactAt: size.compactAt, held };
    return wantsRoom(load) && size.used > quietUpTo;
  }

  async function settle(first: ContextSnapshot): Promise<Result<ContextSnapshot>> {
    let seen = first;
    for (let round = 0; round < maxRounds && mayTry(seen) && !scope.signal.aborted; round++) {
      const window = seen.size.window.tokens;
      const done = await compact(seen, window);
      goOn();
      if (done.storeError !== undefined) return fail('STORE_WRITE_FAILED', done.storeError);
      if (done.result !== 'done') {
        quietUpTo = seen.size.used + Math.floor(window * againShare);
        if (done.result === 'failed' && !done.aborted) {
          await note(say`The context could not be compacted. ${done.message} Nothing was lost.`);
        }
        break;
      }
      const after = await look(deps, scope);
      if (!after.ok) return after;
      seen = after.value;
    }
    const large = seen === first ? null : stillLargeNote(seen);
    if (large) await note(large);
    // A note may have been stored meanwhile; what is sent next follows it.
    return look(deps, scope);
  }

  return {
    async next() {
      const first = await look(deps, scope);
      if (!first.ok) return first;
      const unreliable = unreliableNote(first.value, scope.settings.model.model);
      const told = unreliable ? await note(unreliable) : null;
      if (told && !told.ok) return told;
      const seen = told ? await look(deps, scope) : first;
      if (!seen.ok) return seen;
      const settled = mayTry(seen.value) ? await settle(seen.value) : seen;
      if (!settled.ok || scope.signal.aborted) return settled;
      const error = stillTooLarge(settled.value, refusedFrom);
      if (error === null) return settled;
      // Said to the person only: the model was asked nothing.
      await scope.append({ role: 'assistant', partType: 'error', content: null, includeInContext: false, error });
      return fail('CONTEXT_STILL_TOO_LARGE', error.message);
    },

    async makeRoom(failure) {
      if (failure.contextWindow !== undefined) {
        await deps.providers.learnWindow(scope.settings.model, failure.contextWindow);
      }
      const seen = await look(deps, scope);
      if (!seen.ok) return false;
      refusedFrom = Math.min(refusedFrom, seen.value.size.used);
      const done = await compact(seen.value, refusedRoom(seen.value.size, failure));
      if (done.result === 'done' || done.aborted) return done.result === 'done';
      // Nothing was asked of the model, and it does not fit: the next look says so, with the record that is too large.
      if (done.result === 'no_effect' && stillTooLarge(seen.value, refusedFrom)) {
        quietUpTo = seen.value.size.used;
        return true;
      }
      const rejected = say`The model rejected the request as too long, and the context could not be compacted. ${done.message}`;
      await note(say.all([rejected, ...toolsTooLarge(seen.value, seen.value.size.used)]));
      return false;
    },
  };
}

/** Whether the last compaction left the request above the limit: another one would do no better. */
function staysLarge({ messages, meta }: StoredBranch, compactAt: number): boolean {
  const last = messages.findLast(isCompaction);
  if (last?.role !== 'system' || isHidden(last, meta.marks)) return false;
  return (last.compaction?.tokensAfter ?? 0) > compactAt;
}

/** A count is not exact to the last token: this share of the model's room stays free. */
const keptFree = 0.01;

/** Whether a person took back the last compaction of the branch. */
function wasUndone({ messages, meta }: StoredBranch): boolean {
  const last = messages.findLast(isCompaction);
  return last !== undefined && isHidden(last, meta.marks);
}

/**
 * Why it is not sent; null: it is. What a server's list, an earlier refusal or a table says of the model may be wrong: only
 * the person's own settings and a refusal in this run hold a request back, else the provider is asked.
 */
function stillTooLarge(seen: ContextSnapshot, refusedFrom: number): ErrorInfo | null {
  const { window, used } = seen.size;
  const told = window.source === 'settings';
  const refused = window.source !== 'default' && used >= refusedFrom;
  const limit = window.tokens * (overEstimate(seen.size) - keptFree);
  return (told || refused) && used > limit ? tooLargeError(seen, limit) : null;
}
