// One run: its inputs, and everything that changes while it runs. `chatToolLoop.ts` sets the order of its steps:
// prepare the request, ask the model, store the reply, run the tools, continue.

import type { ConversationEvent, RunPhase } from '../../../shared/conversation/event.ts';
import type { AssistantMessage, Message, NewMessage, RunFacts } from '../../../shared/conversation/message.ts';
import { ok, type Result } from '../../../shared/core/errors.ts';
import { type Sentence, textOf } from '../../../shared/core/sentence.ts';
import { yieldToEventLoop } from '../../lib/cooperativeYield.ts';
import { untilAborted } from '../../lib/untilAborted.ts';
import type { ModelFailure, ModelRequest } from '../../ports/provider.ts';
import type { PrintedResult, StoredBranch } from '../../ports/store.ts';
import type { Append } from '../appendMessage.ts';
import type { ChatDeps } from '../chatDeps.ts';
import type { LoopSteps } from '../chatToolLoop.ts';
import { type AutoCompaction, createAutoCompaction } from '../context/autoCompaction.ts';
import type { CompactionHooks } from '../context/compact.ts';
import { maxPerEstimated } from '../context/contextSize.ts';
import { touchedFolderRecords } from '../context/folderInstructions.ts';
import { buildBranchContext, sentRecords, toModelRequest } from '../context/nextRequest.ts';
import { noteRecord } from '../notices.ts';
import type { RunDeps } from '../runDeps.ts';
import { type RunSettings, withTools } from '../runSettings.ts';
import type { CallScope } from '../turn/callScope.ts';
import { compactionHooks } from '../turn/eventHooks.ts';
import { type ModelTurn, runModelTurn } from '../turn/modelTurn.ts';
import { preflightFailure, rejectedRecord } from '../turn/rejectedRecord.ts';
import type { FinishedCall } from '../turn/repeatDetector.ts';
import { replyRecord } from '../turn/replyRecord.ts';
import { runToolTurn, type ToolTurnResult } from '../turn/toolTurn.ts';
import { runTurnEndHooks } from './endOfTurn.ts';
import { fallbackAfter } from './fallback.ts';
import { demandCall, nudgesExhaustedText, owesCall } from './requiredServer.ts';
import { checkSpendLimit, runBilledTurn } from './spendLimit.ts';

// Facts stored with each reply of a run: the app's version, and what git has checked out in the project's folder. Read
// once, in parallel with the first request, and with a timeout: an unresponsive folder yields nothing.

/** Milliseconds: a network folder may never respond. */
const maxWait = 1000;

async function runFacts(
  { files, clock, version }: Pick<ChatDeps, 'files' | 'clock' | 'version'>,
  folder: string | null,
): Promise<RunFacts> {
  if (folder === null) return { version };
  const answered = new AbortController();
  const late = clock.wait(maxWait, answered.signal).then(() => ({}));
  const checkout = await Promise.race([files.checkedOut(folder), late]);
  answered.abort();
  return { version, ...checkout };
}

export interface RunStart {
  conversationId: string;
  settings: RunSettings;
  append: Append;
  /** Stores messages that the user queued meanwhile; returns how many. */
  storeQueued(): Promise<Result<number>>;
  controller: AbortController;
}

export class Run implements LoopSteps, CallScope {
  readonly deps: RunDeps;
  readonly conversationId: string;
  readonly signal: AbortSignal;
  /** With the current tools: settings and servers may change them between two requests. */
  settings: RunSettings;
  readonly finished: FinishedCall[] = [];

  readonly compactionHooks: CompactionHooks;

  readonly #start: RunStart;
  readonly #compaction: AutoCompaction;
  /** Facts stored with each reply; available long before the first one arrives. */
  readonly #facts: Promise<RunFacts>;
  /** Problems already reported to the user. */
  readonly #reportedProblems = new Set<string>();
  /** The branch of the last request; null before the first one. */
  #branch: StoredBranch | null = null;
  /** Estimated tokens of the last request. */
  #estimate = 0;
  /** How often hooks have sent the model back to work in this turn. */
  #goes = 0;
  /** Stored after the results of the reply it refers to. */
  #note: Sentence | null = null;

  constructor(deps: RunDeps, start: RunStart) {
    this.deps = deps;
    this.#start = start;
    this.conversationId = start.conversationId;
    this.settings = start.settings;
    this.signal = start.controller.signal;
    this.#facts = runFacts(deps, start.settings.folder);
    this.compactionHooks = compactionHooks(this);
    this.#compaction = createAutoCompaction(deps, this);
  }

  get maxTurns(): number {
    return this.settings.maxTurns;
  }

  readonly append = async (message: NewMessage, printed?: PrintedResult): Promise<Result<Message>> =>
    this.#start.append(message.role === 'assistant' ? { ...message, run: await this.#facts } : message, printed);

  /** Stores text and calls together, before any tool starts. */
  readonly onAssistantMessage = this.append;
  /** Stores a result as its call finishes. */
  readonly onToolMessage = this.append;
  readonly stopRun = (): void => this.#start.controller.abort();

  enterPhase(phase: RunPhase): void {
    this.#publish({ type: 'run.phase', phase });
  }

  /** Builds the next request, compacting first if it would exceed the limit. */
  async buildRequest(): Promise<Result<ModelRequest>> {
    await this.#lookForTools();
    // Checked before compaction, too: a summary costs money.
    const mayGoOn = await this.maySpend(0);
    if (!mayGoOn.ok) return mayGoOn;
    const next = await this.#compaction.next();
    if (!next.ok) return next;
    const maySend = await this.maySpend(next.value.size.used);
    if (!maySend.ok) return maySend;
    this.#branch = next.value.branch;
    this.#estimate = next.value.size.reckoned;
    return toModelRequest(this.deps, next.value.built);
  }

  compactToFit(failure: ModelFailure): Promise<boolean> {
    return this.#compaction.compactToFit(failure);
  }

  /** Requests one reply, including retries; repeats the request if it owes a required call. */
  async modelTurn(request: ModelRequest): Promise<ModelTurn> {
    const turn = await this.#replyOrFallback(request);
    const { inputTokens: read = 0, webSearches = 0 } = (turn.kind === 'reply' && turn.reply.usage) || {};
    // With its own searches a provider reports the sum of several requests; no single one exceeds our count that far.
    const isPlausible = read > 0 && read <= this.#estimate * maxPerEstimated;
    if (isPlausible && webSearches === 0) await this.deps.providers.learnWindow(this.settings.model, read, 'reply');
    return turn.kind === 'failed' ? this.#withRefusedRecord(turn) : turn;
  }

  replyRecord(turn: ModelTurn & { kind: 'reply' }): NewMessage {
    const { messages } = this.#branch ?? { messages: [] };
    return replyRecord(turn, this.settings.model.model, messages, this.deps.ids, this.#estimate);
  }

  toolTurn(message: AssistantMessage): Promise<ToolTurnResult> {
    return runToolTurn(message, this);
  }

  async tellFolders(message: AssistantMessage): Promise<Result<void>> {
    // An external agent reads its folders itself.
    const branch = this.#branch;
    if (!branch || this.settings.external !== null) return ok(undefined);
    const sent = () => sentRecords(this.deps, branch);
    for (const record of await touchedFolderRecords(this.deps, sent, message, this.settings)) {
      const stored = await this.append(record);
      if (!stored.ok) return stored;
    }
    return ok(undefined);
  }

  async storeQueued(): Promise<Result<number>> {
    const note = this.#note;
    this.#note = null;
    const stored = note === null ? ok(null) : await this.append(noteRecord(note));
    const queued = stored.ok ? await this.#start.storeQueued() : stored;
    if (queued.ok && queued.value > 0) this.#goes = 0;
    return queued;
  }

  async endOfTurn(reply: AssistantMessage): Promise<Result<boolean>> {
    const goesOn = await runTurnEndHooks(reply, this.#goes, this);
    if (goesOn.ok && goesOn.value) this.#goes++;
    return goesOn;
  }

  #publish(event: ConversationEvent): void {
    this.deps.hub.publish(this.conversationId, event);
  }

  async #lookForTools(): Promise<void> {
    const { deps, conversationId, settings, signal } = this;
    const waiting = (starting: string[]): void => {
      const named = starting.length > 0 ? { starting } : {};
      if (!signal.aborted) this.#publish({ type: 'run.phase', phase: 'model', ...named });
    };
    const current = await untilAborted(signal, withTools(deps, conversationId, settings, true, waiting));
    this.settings = current ?? settings;
    for (const problem of this.settings.problems) {
      // The user may need to act; the model could not.
      if (!this.#reportedProblems.has(textOf(problem)) && !this.settings.agent) deps.notice(problem);
      this.#reportedProblems.add(textOf(problem));
    }
  }

  /** Continues with the user's second model if the first stays unavailable. */
  async #replyOrFallback(request: ModelRequest): Promise<ModelTurn> {
    const turn = await this.#reply(request);
    if (turn.kind !== 'failed' || this.signal.aborted) return turn;
    const fallback = await fallbackAfter(this.deps, this.settings, turn.failure);
    if (!fallback) return turn;
    const noted = await this.append(noteRecord(fallback.note));
    if (!noted.ok) return turn;
    this.settings = fallback.settings;
    // Its context may be smaller, and its API another.
    const next = await this.buildRequest();
    return next.ok ? this.#reply(next.value) : turn;
  }

  async #reply(request: ModelRequest): Promise<ModelTurn> {
    const { deps, conversationId, settings } = this;
    const { requiredServer } = settings;
    if (requiredServer === null || !this.#branch || !owesCall(this.#branch.messages, settings)) {
      return this.#attempt(request);
    }
    const attempt = (again: ModelRequest): Promise<ModelTurn> => this.#attempt(again);
    const turn = await demandCall(request, { ...settings, requiredServer }, attempt, () =>
      deps.store.savePartial(conversationId, null),
    );
    if (turn.kind === 'reply' && turn.required?.ended === 'given_up') this.#note = nudgesExhaustedText(requiredServer);
    return turn;
  }

  async #attempt(request: ModelRequest): Promise<ModelTurn> {
    const { deps, conversationId, settings, signal } = this;
    await yieldToEventLoop();
    const tooLarge = preflightFailure(await settings.provider.check(request));
    if (tooLarge) return { kind: 'failed', messageId: deps.ids.ulid(), failure: tooLarge };
    await yieldToEventLoop();
    return runBilledTurn(deps.spending, this, () =>
      runModelTurn(request, {
        provider: settings.provider,
        clock: deps.clock,
        retry: deps.retries.start({ conversationId, signal, maxWaitMs: settings.maxRetryWaitMs }),
        idleTimeoutMs: settings.idleTimeoutMs,
        signal,
        newMessageId: () => deps.ids.ulid(),
        publish: (event) => this.#publish(event),
        savePartial: (partial) => deps.store.savePartial(conversationId, partial),
        parentId: this.#branch?.headId ?? null,
      }),
    );
  }

  /** SPEND_LIMIT_REACHED is stored as an error before it is returned. */
  async maySpend(tokens: number): Promise<Result<void>> {
    const allowed = await checkSpendLimit(this, tokens);
    if (!allowed.ok) return allowed;
    if (allowed.value === 'run') this.settings = { ...this.settings, overLimit: true };
    return ok(undefined);
  }

  /** Adds the record that the provider rejected, if it can be identified. */
  async #withRefusedRecord(turn: ModelTurn & { kind: 'failed' }): Promise<ModelTurn> {
    if (!turn.failure.item || !this.#branch) return turn;
    const { messages, meta } = this.#branch;
    const built = await buildBranchContext(this.deps, this.#branch, this.settings);
    const item = rejectedRecord(turn.failure.item, built, messages, meta.marks);
    return item ? { ...turn, item } : turn;
  }
}
