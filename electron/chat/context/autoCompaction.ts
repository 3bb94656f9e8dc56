// Keeps a run inside the model's context: checks the size before each request and compacts when the policy says so. Only
// between requests, never while results are pending. A failure leaves the history unchanged.

import { contextOf, isCompaction } from '../../../shared/conversation/context.ts';
import { isHidden } from '../../../shared/conversation/marks.ts';
import type { ErrorInfo } from '../../../shared/conversation/message.ts';
import { fail, type Result, spoken } from '../../../shared/errors.ts';
import { type Sentence, say } from '../../../shared/sentence.ts';
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
import { contextLabels } from './contextLabels.ts';
import { overEstimate } from './contextSize.ts';

export interface AutoCompaction {
  /** What the next request is made of, with room made where that was needed. CONTEXT_STILL_TOO_LARGE is stored as an error. */
  next(): Promise<Result<ContextSnapshot>>;
  /** The provider refused a request as too long: whether there is room now for another try. */
  makeRoom(failure: ModelFailure): Promise<boolean>;
}

/** Clearing first, and a summary when that was not enough. */
const mostRounds = 2;
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
    const load = { used: size.used, window: size.window.tokens, compactAt: size.compactAt, undone: wasUndone(branch) };
    return wantsRoom(load) && size.used > quietUpTo;
  }

  async function settle(first: ContextSnapshot): Promise<Result<ContextSnapshot>> {
    let seen = first;
    for (let round = 0; round < mostRounds && mayTry(seen) && !scope.signal.aborted; round++) {
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
    // A note may have been stored meanwhile; what is sent next follows it.
    return look(deps, scope);
  }

  return {
    async next() {
      const seen = await look(deps, scope);
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
      await note(
        say`The model rejected the request as too long, and the context could not be compacted. ${done.message}`,
      );
      return false;
    },
  };
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
function stillTooLarge({ branch, built, size }: ContextSnapshot, refusedFrom: number): ErrorInfo | null {
  const { window, used } = size;
  const told = window.source === 'settings';
  const refused = window.source !== 'default' && used >= refusedFrom;
  if ((!told && !refused) || used <= window.tokens * (overEstimate(size) - keptFree)) return null;
  const records = [...built.pinned, ...contextOf(branch.messages, branch.meta.marks).kept];
  const known = new Map(records.map((record) => [record.id, record]));
  const largest = size.items
    .filter(({ messageId, kind }) => known.has(messageId) && kind !== 'calls')
    .toSorted((one, other) => other.tokens - one.tokens)[0];
  const count = (tokens: number): string => tokens.toLocaleString('en-US');
  const name = largest ? contextLabels(records)(largest.messageId, largest.kind) : '';
  const sentences = [
    say`The next request needs about ${count(used)} tokens, but the model only has room for ${count(window.tokens)}. It was not sent; everything is kept.`,
    ...(largest ? [say`The largest part is “${name}”, with ${count(largest.tokens)} tokens.`] : []),
    say`Hide it from the model, choose a model with a larger context, or start a new conversation.`,
    told
      ? say`If the model has room for more, raise its “Context in tokens” in Settings (“contextWindows”).`
      : say`If the model has room for more, set its “Context in tokens” in Settings (“contextWindows”).`,
  ];
  const said = spoken(say.all(sentences));
  const record = largest && known.get(largest.messageId);
  if (!record) return { code: 'CONTEXT_STILL_TOO_LARGE', ...said };
  const call = record.role === 'tool' ? { toolCallId: record.tool_call_id } : {};
  return { code: 'CONTEXT_STILL_TOO_LARGE', ...said, item: { messageId: record.id, ...call } };
}
