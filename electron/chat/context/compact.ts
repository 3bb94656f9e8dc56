// One compaction, from reading the context to storing the record: old results become references, or everything before
// the last turns becomes a summary. Nothing is removed from the log, and hiding the record undoes it. Nothing is stored
// if it fails or has no effect.

import { contextOf } from '../../../shared/conversation/context.ts';
import { type Compaction, callsOf, type Message, type NewMessage } from '../../../shared/conversation/message.ts';
import { errorSentence, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { type Sentence, say, toUserTextData, type UserText } from '../../../shared/core/sentence.ts';
import type { CompactionOutcome } from '../../../shared/features/context/methods.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import { type Plan, planCompaction } from '../../compaction/plan.ts';
import { compactionGoal } from '../../compaction/policy.ts';
import { promptText, type Summary, summarize } from '../../compaction/summarize.ts';
import { transcriptText } from '../../compaction/transcriptText.ts';
import { estimateTextTokens } from '../../conversation/estimateTokens.ts';
import type { ModelFailure } from '../../ports/provider.ts';
import type { StoredBranch } from '../../ports/store.ts';
import type { ChatDeps } from '../chatDeps.ts';
import { storePartial } from '../recovery/orphanedPartial.ts';
import { openCalls } from '../recovery/recover.ts';
import { type RunSettings, runSettings } from '../runSettings.ts';
import type { BuiltContext } from './contextBuilder.ts';
import { allPinnedRecords } from './contextMarks.ts';
import { type ContextSize, measureContext, overestimateFactor } from './contextSize.ts';
import { carriedResources } from './followedResources.ts';
import { buildBranchContext } from './nextRequest.ts';
import { recheckBranch, updateLatePins } from './recheckBranch.ts';
import { lastReportedCount } from './reportedCounts.ts';

export type CompactionTrigger = 'manual' | 'auto';

/** The user's hooks around a compaction. */
export interface CompactionHooks {
  /** Returns why one denied it; null: none did. */
  before(trigger: CompactionTrigger): Promise<string | null>;
  after(trigger: CompactionTrigger): Promise<void>;
}

export interface CompactionScope {
  compactionHooks: CompactionHooks;
  conversationId: string;
  settings: RunSettings;
  signal: AbortSignal;
  append(message: NewMessage): Promise<Result<Message>>;
}

/** The basis of the next request, and its size. */
export interface ContextSnapshot {
  branch: StoredBranch;
  built: BuiltContext;
  size: ContextSize;
}

export type CompactionResult = Omit<CompactionOutcome, 'message'> & {
  message: UserText;
  aborted?: boolean;
  storeError?: UserText;
};

/** Share of the context that the summariser reads; the rest is for its output and estimation error. */
const readShare = 0.6;
/** A compaction that saves less than this share has no effect. */
const minSaved = 0.05;
const readResultTool = 'read_tool_result';
const withdrawnMeanwhile = say`The summary was not saved because messages it covers were hidden or undone in the meantime.`;
const notShorter = say`This would not make the request shorter. Nothing was changed.`;

export async function contextSnapshot(
  deps: Pick<ChatDeps, 'attachments' | 'memo' | 'providers' | 'settings' | 'store' | 'strict' | 'tokens'>,
  { conversationId, settings }: CompactionScope,
): Promise<Result<ContextSnapshot>> {
  const read = await deps.store.readBranch(conversationId, 'context');
  if (!read.ok) return read;
  const built = await buildBranchContext(deps, read.value, settings);
  const size = await measureContext(deps, read.value, settings, { built });
  return ok({ branch: read.value, built, size });
}

/** `window`: the model's context size in tokens. `onSummary`: called before the model is asked, which may take long. */
export async function compactOnce(
  deps: ChatDeps,
  scope: CompactionScope,
  snapshot: ContextSnapshot,
  window: number,
  onSummary: () => void = () => {},
  trigger: CompactionTrigger = 'auto',
): Promise<CompactionResult> {
  const denial = await scope.compactionHooks.before(trigger);
  if (denial !== null) return failed(snapshot.size.used, say`One of your hooks denied the compaction: ${denial}`);
  const done = await compactNow(deps, scope, snapshot, window, onSummary);
  if (done.result === 'done') await scope.compactionHooks.after(trigger);
  return done;
}

async function compactNow(
  deps: ChatDeps,
  scope: CompactionScope,
  snapshot: ContextSnapshot,
  window: number,
  onSummary: () => void,
): Promise<CompactionResult> {
  const { branch, built } = snapshot;
  // Counted like the meter, so that the reported saving equals the meter's change.
  const size = await measureContext(deps, branch, scope.settings, { built, exact: true });
  const exact = { ...snapshot, size };
  const before = size.used;
  const context = contextOf(branch.messages, branch.meta.marks);
  if (awaitsResults(branch.messages)) {
    return noEffect(before, say`A call has no result yet. Decide what to do with it first.`);
  }
  const tokens = new Map<string, number>();
  for (const item of size.items) tokens.set(item.messageId, (tokens.get(item.messageId) ?? 0) + item.tokens);
  const alongside = await allPinnedRecords(deps, branch);
  const plan = planCompaction({
    context,
    marks: branch.meta.marks,
    alongside,
    tokensOf: (record) => tokens.get(record.id) ?? 0,
    used: before,
    goal: compactionGoal(Math.min(size.compactAt, window, before), size.system + size.tools),
    canReopen: scope.settings.offered.some((tool) => tool.name === readResultTool),
  });
  if (plan.kind === 'nothing')
    return noEffect(before, say`There is nothing to summarize before the most recent turns.`);
  if (plan.kind === 'clear') {
    const compaction = { firstKeptId: context.keptMessages[0]?.id ?? '', clearedIds: plan.ids };
    return store(deps, scope, exact, '', compaction, cleared(plan.ids.length));
  }
  // Asking costs money, so not if what must stay is already too large.
  const min = leastAfter(plan, context.keptMessages, size, tokens);
  if (min > window * overestimateFactor(size))
    return noEffect(before, say`The content that must stay in the context is already too large.`);
  if (min > before * (1 - minSaved)) return noEffect(before, notShorter);
  const may = scope.settings.overLimit ? ok(undefined) : await deps.spending.check(scope, before);
  if (!may.ok) return failed(before, errorSentence(may.error));
  onSummary();
  const summary = await writeSummary(deps, scope, exact, plan, window);
  if (summary.kind === 'aborted') return stopped(before);
  if (summary.kind === 'failed') return failed(before, say`The summary could not be written: ${summary.reason}.`);
  const now = await recheckBranch(deps, branch, plan.replaced, [...askedBefore(snapshot), ...plan.replaced]);
  if (!now.ok) return failed(before, errorSentence(now.error));
  if (now.value.withdrawn) return failed(before, withdrawnMeanwhile);
  const { firstKeptId, clearedIds, besideIds } = plan;
  const { pinnedIds } = now.value;
  // This summary takes over what the previous one replaced or was sent with; what accompanies this one stays visible.
  const former = context.summary?.compaction;
  const earlier = (former?.records ?? 0) + besideCount(former);
  const records = earlier + plan.replaced.length - besideCount({ pinnedIds, besideIds });
  const carried = carriedResources([...alongside, ...plan.replaced], branch.meta.marks, former?.followed);
  const compaction = { firstKeptId, clearedIds, pinnedIds, besideIds, ...carried, records };
  const then = { ...exact, branch: now.value.branch };
  const done = await store(deps, scope, then, summary.text, compaction, summarised(plan.replaced.length));
  if (done.result === 'done') await updateLatePins(deps, branch.conversationId, plan.replaced);
  return done;
}

function besideCount(of: Pick<Compaction, 'pinnedIds' | 'besideIds'> = {}): number {
  return new Set([...(of.pinnedIds ?? []), ...(of.besideIds ?? [])]).size;
}

/** Tokens that are sent whatever the summary contains: the frame, the kept records, and those sent alongside it. */
function leastAfter(
  plan: Plan & { kind: 'summarise' },
  keptRecords: readonly Message[],
  { system, tools }: ContextSize,
  tokens: ReadonlyMap<string, number>,
): number {
  const from = keptRecords.findIndex(({ id }) => id === plan.firstKeptId);
  const ids = new Set([...keptRecords.slice(from).map(({ id }) => id), ...plan.pinnedIds, ...plan.besideIds]);
  return [...ids].reduce((sum, id) => sum + (tokens.get(id) ?? 0), system + tools);
}

/** Calls of the last reply that the user may still resolve; older ones count as permanently interrupted. */
function awaitsResults(messages: readonly Message[]): boolean {
  const last = messages.findLast((message) => callsOf(message).length > 0);
  return openCalls(messages, null).some((call) => call.messageId === last?.id);
}

async function writeSummary(
  deps: Pick<ChatDeps, 'clock' | 'retries' | 'spending'>,
  scope: CompactionScope,
  snapshot: ContextSnapshot,
  plan: Plan & { kind: 'summarise' },
  window: number,
): Promise<Summary> {
  const { settings, signal } = scope;
  const { branch, size } = snapshot;
  const { marks } = branch.meta;
  const context = contextOf(branch.messages, marks);
  const perReckoned = size.reckoned > 0 ? Math.max(1, size.used / size.reckoned) : 1;
  const room = (share: number): number => Math.floor((window * share) / perReckoned) - estimateTextTokens(promptText);
  const attempt = async (share: number): Promise<Summary> => {
    const maxTokens = Math.max(200, room(share));
    const earlier = context.summary?.content ?? null;
    const records = [...askedBefore(snapshot), ...plan.replaced];
    const transcript = transcriptText({ earlier, records, marks, cleared: context.cleared, maxTokens });
    return deps.spending.request(scope, 'summary', async (paid) => {
      const summary = await summarize(transcript, {
        provider: settings.provider,
        model: settings.model.model,
        contextWindow: settings.contextWindow,
        effort: settings.modelOptions.effort,
        signal,
        clock: deps.clock,
        retry: deps.retries.start({
          conversationId: scope.conversationId,
          signal,
          maxWaitMs: settings.maxRetryWaitMs,
        }),
        idleTimeoutMs: settings.idleTimeoutMs,
      });
      if (summary.usage !== undefined) await paid('summary', summary.usage);
      return summary;
    });
  };
  const first = await attempt(readShare);
  // The context is smaller than assumed: retry with half.
  return isTooLong(first) ? attempt(readShare / 2) : first;
}

/** The question of a previously cut turn is sent alongside the previous summary. */
function askedBefore({ built }: ContextSnapshot): Message[] {
  return built.pinned.filter((record) => record.role === 'user');
}

function isTooLong(summary: Summary): boolean {
  return summary.kind === 'failed' && summary.failure?.code === 'LLM_CONTEXT_TOO_LONG';
}

/** Appends the record if it makes the request smaller. */
async function store(
  deps: Pick<ChatDeps, 'attachments' | 'memo' | 'providers' | 'settings' | 'store' | 'strict' | 'tokens'>,
  scope: CompactionScope,
  { branch, size }: ContextSnapshot,
  content: string,
  what: Omit<Compaction, 'tokensBefore' | 'tokensAfter'>,
  done: Sentence,
): Promise<CompactionResult> {
  const tokensBefore = size.used;
  const reported = lastReportedCount(branch.messages, scope.settings.model.model);
  const record = (tokensAfter: number) => {
    const compaction: Compaction = { ...what, tokensBefore, tokensAfter, ...(reported ? { reported } : {}) };
    return { role: 'system', partType: 'summary', content, compaction } satisfies NewMessage;
  };
  const preview = { ...record(0), v: 1, id: 'compaction~preview', parentId: branch.headId, createdAt: '' } as Message;
  const then = { ...branch, messages: [...branch.messages, preview] };
  const after = await measureContext(deps, then, scope.settings, { exact: true });
  if (after.used > tokensBefore * (1 - minSaved)) {
    return noEffect(tokensBefore, notShorter);
  }
  if (scope.signal.aborted) return stopped(tokensBefore);
  const stored = await scope.append(record(after.used));
  if (!stored.ok)
    return { ...failed(tokensBefore, errorSentence(stored.error)), storeError: errorSentence(stored.error) };
  return { result: 'done', message: done, tokensBefore, tokensAfter: after.used };
}

/** Compacts on the user's request. Stores the remains of a crashed reply first, as sending a message would. */
export async function compactManually(
  deps: ChatDeps,
  conversationId: string,
  signal: AbortSignal,
  append: CompactionScope['append'],
  hooksIn: (scope: Omit<CompactionScope, 'compactionHooks'>) => CompactionHooks,
  model: ModelRef | null = null,
): Promise<Result<CompactionOutcome>> {
  deps.hub.publish(conversationId, { type: 'run.phase', phase: 'compacting' });
  const branch = await deps.store.readBranch(conversationId, 'context');
  if (!branch.ok) return branch;
  if (branch.value.readOnly) return fail('STORE_READ_ONLY', branch.value.readOnly);
  const settings = await runSettings(deps, branch.value, { lookOnly: true, ...(model ? { model } : {}) });
  if (!settings.ok) return settings;
  if (settings.value.external !== null) {
    return fail('NOT_SUPPORTED', say`The agent manages its own context, so it cannot be compacted here.`);
  }
  const storedPartial = await storePartial(deps, branch.value, append);
  if (!storedPartial.ok) return storedPartial;
  const place = { conversationId, settings: settings.value, signal, append };
  const scope = { ...place, compactionHooks: hooksIn(place) };
  const snapshot = await contextSnapshot(deps, scope);
  if (!snapshot.ok) return snapshot;
  const done = await compactOnce(deps, scope, snapshot.value, snapshot.value.size.window.tokens, () => {}, 'manual');
  if (done.storeError !== undefined) return fail('STORE_WRITE_FAILED', done.storeError);
  const { result, message, tokensBefore, tokensAfter } = done;
  return ok({ result, message: toUserTextData(message), tokensBefore, tokensAfter });
}

/** Returns the model's context size after a refusal: the size it stated, and less than what was sent. */
export function windowAfterRefusal(size: ContextSize, failure: ModelFailure): number {
  return Math.min(size.window.tokens, size.used, failure.contextWindow ?? size.used);
}

function cleared(count: number): Sentence {
  return count === 1
    ? say`Replaced one old result with a reference; the model can read it again.`
    : say`Replaced ${count} old results with references; the model can read them again.`;
}

function summarised(count: number): Sentence {
  return count === 1
    ? say`Summarized one message. The log is unchanged, and you can undo this.`
    : say`Summarized ${count} messages. The log is unchanged, and you can undo this.`;
}

function noEffect(tokens: number, message: Sentence): CompactionResult {
  return { result: 'no_effect', message, tokensBefore: tokens, tokensAfter: tokens };
}

function failed(tokens: number, message: UserText): CompactionResult {
  return { result: 'failed', message, tokensBefore: tokens, tokensAfter: tokens };
}

function stopped(tokens: number): CompactionResult {
  const message = say`Compaction was stopped. Nothing was changed.`;
  return { result: 'stopped', message, tokensBefore: tokens, tokensAfter: tokens, aborted: true };
}
