// Keeps a run within the model's context: checks the size before each request and compacts when the policy requires it.
// Only between requests, never while results are pending. A failure leaves the history unchanged.

import { isCompaction } from '../../../shared/conversation/context.ts';
import { isHidden } from '../../../shared/conversation/marks.ts';
import type { ErrorInfo, Message } from '../../../shared/conversation/message.ts';
import { fail, type Result } from '../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import { needsCompaction } from '../../compaction/policy.ts';
import type { ModelFailure } from '../../ports/provider.ts';
import type { StoredBranch } from '../../ports/store.ts';
import type { ChatDeps } from '../chatDeps.ts';
import { noteRecord } from '../notices.ts';
import {
  type CompactionResult,
  type CompactionScope,
  type ContextSnapshot,
  compactOnce,
  contextSnapshot,
  windowAfterRefusal,
} from './compact.ts';
import { overestimateFactor } from './contextSize.ts';
import { detectUnreliableCounts } from './reportedCounts.ts';
import { tooLargeError, toolsTooLargeAdvice } from './tooLarge.ts';

/**
 * Notes in the conversation about counts and limits that compaction cannot change. Each is posted once: a note in the
 * context counts, even after a restart.
 */
const ownCount = (tokens: string): Sentence =>
  say`Throughline no longer uses the server’s counts in this conversation. It estimates about ${tokens} tokens for the next request.`;

/** The server's counts are ignored and that matters; null if not, or already noted. */
function unreliableNote({ branch: { messages }, size }: ContextSnapshot, model: string): Sentence | null {
  const unreliableCounts = detectUnreliableCounts(messages, model);
  if (!unreliableCounts || isNoted(messages, ownCount(''))) return null;
  const { tokens, expected } = unreliableCounts;
  if (expected === null && tokens <= size.compactAt && !messages.some(isCompaction)) return null;
  const what =
    expected === null
      ? say`The server reports ${count(tokens)} tokens for every request, whatever it contains. Compacting does not change that.`
      : say`Compacting did not change the server’s count. It reports ${count(tokens)} tokens where about ${count(expected)} were expected.`;
  return say.all([what, ownCount(count(size.used))]);
}

const stillLarge = (used: string, window: string): Sentence =>
  say`Even after compacting, the next request takes about ${used} of the model’s ${window} tokens. The context is compacted again only when a request would not fit.`;

/** After a compaction that left the request above the limit; null if not, or already noted. */
function stillLargeNote(snapshot: ContextSnapshot): Sentence | null {
  const { used, compactAt, window } = snapshot.size;
  if (used <= compactAt || isNoted(snapshot.branch.messages, stillLarge('', ''))) return null;
  return say.all([stillLarge(count(used), count(window.tokens)), ...toolsTooLargeAdvice(snapshot, compactAt)]);
}

function isNoted(messages: readonly Message[], { key }: Sentence): boolean {
  return messages.some(
    (message) =>
      message.role === 'assistant' &&
      message.partType === 'note' &&
      message.said?.params.some((part) => typeof part === 'object' && part.key === key),
  );
}

function count(tokens: number): string {
  return tokens.toLocaleString('en-US');
}

export interface AutoCompaction {
  /** Returns the basis of the next request, compacted if needed. CONTEXT_STILL_TOO_LARGE is stored as an error. */
  next(): Promise<Result<ContextSnapshot>>;
  /** After a refusal as too long: returns whether compaction allows another attempt. */
  compactToFit(failure: ModelFailure): Promise<boolean>;
}

/** First clear results, then summarize if needed. */
const maxRounds = 2;
/** A failed attempt is repeated once the context has grown by this share. */
const retryGrowthShare = 0.05;

export function createAutoCompaction(deps: ChatDeps, scope: CompactionScope): AutoCompaction {
  let quietUpTo = 0;
  /** The smallest request rejected in this run, in tokens by our count. */
  let refusedFrom = Number.POSITIVE_INFINITY;

  const compact = (snapshot: ContextSnapshot, window: number): Promise<CompactionResult> =>
    compactOnce(deps, scope, snapshot, window, () =>
      deps.hub.publish(scope.conversationId, { type: 'run.phase', phase: 'compacting' }),
    );
  const goOn = (): void => deps.hub.publish(scope.conversationId, { type: 'run.phase', phase: 'model' });
  const note = (message: Sentence) => scope.append(noteRecord(message));

  function mayTry({ branch, size }: ContextSnapshot): boolean {
    const isHeld = wasUndone(branch) || wasIneffective(branch, size.compactAt);
    const load = { used: size.used, window: size.window.tokens, compactAt: size.compactAt, isHeld };
    return needsCompaction(load) && size.used > quietUpTo;
  }

  async function settle(first: ContextSnapshot): Promise<Result<ContextSnapshot>> {
    let snapshot = first;
    for (let round = 0; round < maxRounds && mayTry(snapshot) && !scope.signal.aborted; round++) {
      const window = snapshot.size.window.tokens;
      const done = await compact(snapshot, window);
      goOn();
      if (done.storeError !== undefined) return fail('STORE_WRITE_FAILED', done.storeError);
      if (done.result !== 'done') {
        quietUpTo = snapshot.size.used + Math.floor(window * retryGrowthShare);
        if (done.result === 'failed' && !done.aborted) {
          await note(say`The context could not be compacted. ${done.message}`);
        }
        break;
      }
      const after = await contextSnapshot(deps, scope);
      if (!after.ok) return after;
      snapshot = after.value;
    }
    const large = snapshot === first ? null : stillLargeNote(snapshot);
    if (large) await note(large);
    // A note may have been stored meanwhile, so the snapshot is stale.
    return contextSnapshot(deps, scope);
  }

  return {
    async next() {
      const first = await contextSnapshot(deps, scope);
      if (!first.ok) return first;
      const unreliable = unreliableNote(first.value, scope.settings.model.model);
      const stored = unreliable ? await note(unreliable) : null;
      if (stored && !stored.ok) return stored;
      const snapshot = stored ? await contextSnapshot(deps, scope) : first;
      if (!snapshot.ok) return snapshot;
      const settled = mayTry(snapshot.value) ? await settle(snapshot.value) : snapshot;
      if (!settled.ok || scope.signal.aborted) return settled;
      const error = stillTooLarge(settled.value, refusedFrom);
      if (error === null) return settled;
      // Shown to the user only, since the model was not called.
      await scope.append({ role: 'assistant', partType: 'error', content: null, includeInContext: false, error });
      return fail('CONTEXT_STILL_TOO_LARGE', error.message);
    },

    async compactToFit(failure) {
      if (failure.contextWindow !== undefined) {
        await deps.providers.learnWindow(scope.settings.model, failure.contextWindow);
      }
      const snapshot = await contextSnapshot(deps, scope);
      if (!snapshot.ok) return false;
      refusedFrom = Math.min(refusedFrom, snapshot.value.size.used);
      const done = await compact(snapshot.value, windowAfterRefusal(snapshot.value.size, failure));
      if (done.result === 'done' || done.aborted) return done.result === 'done';
      // The model was not called and the request does not fit: the next snapshot reports the oversized record.
      if (done.result === 'no_effect' && stillTooLarge(snapshot.value, refusedFrom)) {
        quietUpTo = snapshot.value.size.used;
        return true;
      }
      const rejected = say`The model rejected the request as too long, and the context could not be compacted. ${done.message}`;
      await note(say.all([rejected, ...toolsTooLargeAdvice(snapshot.value, snapshot.value.size.used)]));
      return false;
    },
  };
}

/** Whether the last compaction left the request above the limit, so that another would not help. */
function wasIneffective({ messages, meta }: StoredBranch, compactAt: number): boolean {
  const last = messages.findLast(isCompaction);
  if (last?.role !== 'system' || isHidden(last, meta.marks)) return false;
  return (last.compaction?.tokensAfter ?? 0) > compactAt;
}

/** Counts are not exact, so this share of the context window stays free. */
const reservedShare = 0.01;

/** Whether the user undid the branch's last compaction. */
function wasUndone({ messages, meta }: StoredBranch): boolean {
  const last = messages.findLast(isCompaction);
  return last !== undefined && isHidden(last, meta.marks);
}

/**
 * Returns why the request is not sent; null: it is. Server lists, earlier refusals and tables may be wrong about a
 * model, so only the user's settings and a refusal in this run block a request; otherwise the provider decides.
 */
function stillTooLarge(snapshot: ContextSnapshot, refusedFrom: number): ErrorInfo | null {
  const { window, used } = snapshot.size;
  const isUserSetting = window.source === 'settings';
  const refused = window.source !== 'default' && used >= refusedFrom;
  const limit = window.tokens * (overestimateFactor(snapshot.size) - reservedShare);
  return (isUserSetting || refused) && used > limit ? tooLargeError(snapshot, limit) : null;
}
