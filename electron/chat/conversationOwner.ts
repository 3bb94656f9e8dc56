// The single owner of a conversation while something is happening in it. Requests wait in one inbox; its run holds the
// writer's lease from its first record on; events go out through the hub.

import { type AttachmentRef, messageContent } from '../../shared/conversation/attachments.ts';
import type { LiveManualCall } from '../../shared/conversation/event.ts';
import type { NewMessage } from '../../shared/conversation/message.ts';
import { fail, ok, type Result, sentenceFields, sentenceFromThrown } from '../../shared/core/errors.ts';
import { say } from '../../shared/core/sentence.ts';
import type { CompactionOutcome } from '../../shared/features/context/methods.ts';
import type { ModelRef } from '../../shared/features/models/modelOptions.ts';
import type { ApprovalMode } from '../../shared/permission/permission.ts';
import { appClosing } from '../ports/tool.ts';
import { createAppender } from './appendMessage.ts';
import type { ResumeOptions, SendReceipt } from './chatPort.ts';
import { chatToolLoop, type RunOutcome } from './chatToolLoop.ts';
import { checkAttachments } from './context/attachmentProblems.ts';
import { type CompactionScope, compactManually } from './context/compact.ts';
import { checkCall } from './context/expandCall.ts';
import { createExpandingAppend } from './context/mentions.ts';
import { externalAgentLoop } from './externalAgent/externalAgentLoop.ts';
import { storePartial } from './recovery/orphanedPartial.ts';
import { areCallsDecided } from './recovery/resumption.ts';
import { type ManualCall, type ManualRunStart, prepareManualRun } from './run/manualRun.ts';
import type { MessageQueue } from './run/messageQueue.ts';
import {
  type CallChoice,
  type CallRef,
  callBusyError,
  checkChoice,
  choiceRecord,
  endProcessesOfCall,
  findOpenCall,
  isRunChoice,
  prepareRerun,
} from './run/resolveCall.ts';
import { Run } from './run/run.ts';
import { type RunInput, startRun } from './run/startRun.ts';
import type { RunDeps } from './runDeps.ts';
import { type RunOverrides, type RunSettings, runSettings } from './runSettings.ts';
import { compactionHooks, runPromptHooks } from './turn/eventHooks.ts';
import { endOccasion, notifyHooks } from './turn/notifyHooks.ts';
import { busy } from './withIdleConversation.ts';
import { enqueueRunTask, withLease } from './withLease.ts';

/** The current run. */
interface ActiveRun {
  controller: AbortController;
  ended: Promise<RunOutcome>;
  /** Set for a rerun of a single call. */
  again?: CallRef;
  /** Those of a whole run. */
  settings?: RunSettings;
  /** The run only compacts. */
  compacts?: boolean;
  /** A message was queued during it. */
  queued?: boolean;
  /** The queued message it is being stopped for, sent when it has ended. */
  next?: string;
}

export class ConversationOwner {
  readonly #deps: RunDeps;
  readonly #queue: MessageQueue;
  readonly #conversationId: string;
  #going: ActiveRun | null = null;
  #closed = false;
  /** Commands and run ends still in the inbox. */
  #waiting = 0;

  constructor(deps: RunDeps, queue: MessageQueue, conversationId: string) {
    this.#deps = deps;
    this.#queue = queue;
    this.#conversationId = conversationId;
  }

  get isRunning(): boolean {
    return this.#going !== null;
  }

  /** No run and nothing pending: the owner can be dropped. */
  get isIdle(): boolean {
    return this.#going === null && this.#waiting === 0;
  }

  /** Runs a task in inbox order. A run that is being stopped accepts nothing: new requests start after it. */
  async #inTurn<T>(task: () => Promise<Result<T>>): Promise<Result<T>> {
    this.#waiting++;
    try {
      if (this.#going?.controller.signal.aborted) await this.#going.ended;
      return await enqueueRunTask(this.#deps.tasks, this.#conversationId, async () =>
        this.#closed ? closing : task(),
      );
    } finally {
      this.#waiting--;
    }
  }

  /** `now`: stops the current run and sends this message next. */
  send(
    text: string,
    overrides: RunOverrides,
    refs: readonly AttachmentRef[],
    now = false,
  ): Promise<Result<SendReceipt>> {
    return this.#inTurn(async () => {
      const attachments = await checkAttachments(this.#deps.store, this.#conversationId, refs);
      if (!attachments.ok) return attachments;
      const going = this.#going;
      if (!going) {
        const content = messageContent(text, attachments.value);
        const origin = overrides.origin ? { origin: overrides.origin } : {};
        return this.#start({ kind: 'message', message: { role: 'user', content, ...origin } }, overrides);
      }
      if (overrides.leaveQueue) return busy;
      // Its call is resolved again when stored; invalid ones are not queued.
      const sendable = await checkCall(this.#deps, this.#conversationId, text);
      if (!sendable.ok) return sendable;
      going.queued = true;
      const hooked = await this.#runPromptHooks(text, going);
      if (!hooked.ok) return hooked;
      const queued = await this.#queue.push(this.#conversationId, text, attachments.value, hooked.value);
      if (!queued.ok) return queued;
      if (now) stopForMessage(going, queued.value);
      return ok({ queued: true, messageId: queued.value, ended: going.ended });
    });
  }

  /** For a message that is queued. */
  async #runPromptHooks(text: string, { settings }: ActiveRun): Promise<Result<NewMessage | null>> {
    const { deps, conversationId } = this.#parts;
    const branch = settings ? null : await deps.store.readBranch(conversationId, 'context');
    if (branch && !branch.ok) return branch;
    const read = branch && (await runSettings(deps, branch.value, { lookOnly: true }));
    if (read && !read.ok) return read;
    const inForce = settings ?? read?.value;
    if (!inForce) return ok(null);
    return runPromptHooks(text, { deps, conversationId, settings: inForce, signal: new AbortController().signal });
  }

  /** Stores a message, and what precedes it, without asking the model. CONVERSATION_BUSY during a run. */
  post(text: string, refs: readonly AttachmentRef[]): Promise<Result<{ messageId: string }>> {
    const { deps, conversationId, queue } = this.#parts;
    return this.#inTurn(async () => {
      if (this.#going) return busy;
      const attachments = await checkAttachments(deps.store, conversationId, refs);
      if (!attachments.ok) return attachments;
      const message = { role: 'user' as const, content: messageContent(text, attachments.value) };
      return withLease(deps, conversationId, async (release) => {
        const posted = await startRun(deps, queue, conversationId, { kind: 'message', message }, {});
        if (!posted.ok) return posted;
        release();
        return ok({ messageId: posted.value.messageId });
      });
    });
  }

  /** Sends a queued message immediately. False: no longer queued. */
  sendQueued(queueId: string): Promise<Result<boolean>> {
    return this.#inTurn(async () => {
      const waits = await this.#queue.waits(this.#conversationId, queueId);
      if (!waits.ok || !waits.value) return waits;
      if (this.#going) stopForMessage(this.#going, queueId);
      else {
        const started = await this.#start({ kind: 'queue', only: queueId }, {});
        if (!started.ok) return started;
      }
      return ok(true);
    });
  }

  start(beginning: RunInput, overrides: RunOverrides): Promise<Result<SendReceipt>> {
    return this.#inTurn(() => this.#start(beginning, overrides));
  }

  resume({ elsewhere = false, ...overrides }: ResumeOptions): Promise<Result<SendReceipt>> {
    return this.#inTurn(async () => {
      if (this.#going) return fail('CONVERSATION_BUSY', say`A run is already in progress in this conversation.`);
      return this.#start({ kind: 'resume', ...(elsewhere ? { elsewhere } : {}) }, overrides);
    });
  }

  /** Takes the lease, stores what precedes the reply, and starts the loop. */
  #start(beginning: RunInput, overrides: RunOverrides): Promise<Result<SendReceipt>> {
    const { deps, conversationId, queue } = this.#parts;
    return withLease(deps, conversationId, async (release) => {
      if (this.#closed) return closing;
      const begun = await startRun(deps, queue, conversationId, beginning, overrides);
      if (!begun.ok) return begun;
      const { settings, append, messageId } = begun.value;
      const controller = new AbortController();
      this.#publishStart(settings.approvalMode === null ? {} : { approvalMode: settings.approvalMode });
      const { signal } = controller;
      const storeQueued = (): Promise<Result<number>> =>
        queue.storeAll(conversationId, createExpandingAppend(deps, { ...settings, conversationId }, append), {
          signal,
        });
      const run = new Run(deps, { conversationId, settings, append, storeQueued, controller });
      return ok({ queued: false, messageId, ended: this.#watch({ controller, settings }, answer(run), release) });
    });
  }

  /** Gives an interrupted call its only result. */
  resolve(
    call: CallRef,
    choice: CallChoice,
    { endProcess = false, ...overrides }: RunOverrides & { endProcess?: boolean },
  ): Promise<Result<{ ended: Promise<RunOutcome> | null }>> {
    const { deps, conversationId } = this.#parts;
    return this.#inTurn(async () => {
      if (this.#going) return callBusyError(this.#going.again, call);
      return withLease<{ ended: Promise<RunOutcome> | null }>(deps, conversationId, async (release) => {
        const openCall = await findOpenCall(deps, conversationId, call);
        if (!openCall.ok) return openCall;
        const possible = checkChoice(openCall.value, choice);
        if (!possible.ok) return possible;
        const way = await endProcessesOfCall(openCall.value, deps, choice, endProcess);
        if (!way.ok) return way;
        const append = createAppender(deps, conversationId);
        const storedPartial = await storePartial(deps, openCall.value.branch, append);
        if (!storedPartial.ok) return storedPartial;
        if (!isRunChoice(choice)) {
          const stored = await append(choiceRecord(openCall.value.call, choice, openCall.value));
          if (stored.ok) release();
          return stored.ok ? ok({ ended: null }) : stored;
        }
        const controller = new AbortController();
        const runAgain = await prepareRerun(deps, openCall.value, { choice, overrides, controller, append });
        if (!runAgain.ok) return runAgain;
        const again = { messageId: call.messageId, index: call.index };
        this.#publishStart({ again: [again] });
        return ok({ ended: this.#watch({ controller, again }, runAgain.value(), release) });
      });
    });
  }

  /** Runs a manual call. */
  runTool(call: ManualCall, overrides: RunOverrides): Promise<Result<ManualRunStart>> {
    const { deps, conversationId } = this.#parts;
    return this.#inTurn(async () => {
      if (this.#going) return busy;
      return withLease(deps, conversationId, async (release) => {
        const controller = new AbortController();
        const append = createAppender(deps, conversationId);
        const ready = await prepareManualRun(deps, conversationId, call, { overrides, controller, append });
        if (!ready.ok) return ready;
        const { messageId } = ready.value;
        this.#publishStart({ byHand: { messageId, toolName: call.toolName, arguments: call.arguments } });
        return ok({ messageId, ended: this.#watch({ controller }, ready.value.run(), release) });
      });
    });
  }

  /** Returns when it has started; `outcome` resolves when it is done. */
  compact(model: ModelRef | null = null): Promise<Result<{ outcome: Promise<Result<CompactionOutcome>> }>> {
    const { deps, conversationId } = this.#parts;
    return this.#inTurn(async () => {
      if (this.#going) return fail('CONVERSATION_BUSY', say`You can compact the context when the run has finished.`);
      return withLease(deps, conversationId, async (release) => {
        const controller = new AbortController();
        this.#publishStart({});
        const append = createAppender(deps, conversationId);
        const hooksIn = (place: Omit<CompactionScope, 'compactionHooks'>) => compactionHooks({ ...place, deps });
        const outcome = compactManually(deps, conversationId, controller.signal, append, hooksIn, model);
        const end = outcome.then((): RunOutcome => ({ end: controller.signal.aborted ? 'stopped' : 'done' }));
        void this.#watch({ controller, compacts: true }, end, release);
        return ok({ outcome });
      });
    });
  }

  /** Resolves when the current run has ended. */
  async stop(): Promise<void> {
    const going = this.#going;
    if (!going) return;
    // The message it was to be stopped for stays queued, too.
    delete going.next;
    going.controller.abort(this.#closed ? appClosing : undefined);
    await going.ended;
  }

  /** From now on nothing starts. */
  close(): void {
    this.#closed = true;
  }

  get #parts() {
    return { deps: this.#deps, conversationId: this.#conversationId, queue: this.#queue };
  }

  #publishStart(more: { again?: CallRef[]; byHand?: LiveManualCall; approvalMode?: ApprovalMode }): void {
    const { deps, conversationId } = this.#parts;
    const startedAt = deps.clock.now().toISOString();
    deps.hub.publish(conversationId, { type: 'run.started', runId: deps.ids.randomId(), startedAt, ...more });
  }

  #watch(going: Omit<ActiveRun, 'ended'>, run: Promise<RunOutcome>, release: () => void): Promise<RunOutcome> {
    this.#waiting++;
    const ended = run
      .catch((thrown: unknown) => this.#defect(thrown))
      .then((outcome) => enqueueRunTask(this.#deps.tasks, this.#conversationId, () => this.#finish(outcome, release)))
      .finally(() => this.#waiting--);
    this.#going = { ...going, ended };
    return ended;
  }

  async #finish(outcome: RunOutcome, release: () => void): Promise<RunOutcome> {
    const { deps, conversationId } = this.#parts;
    const letGo = deps.hub.hold(conversationId);
    const over = this.#going;
    try {
      await deps.store.savePartial(conversationId, null);
    } finally {
      this.#going = null;
      release();
      deps.hub.publish(conversationId, { type: 'run.ended', ...outcome });
      letGo();
    }
    const occasion = over?.settings?.agent === null ? endOccasion(outcome) : null;
    if (occasion) notifyHooks(deps, conversationId, occasion);
    // The conversation shows its error; the log files get its code.
    const { code, cause = code, status } = outcome.error ?? {};
    if (code !== undefined) deps.log('warning', '', 'RUN_FAILED', { reason: { code: cause }, status });
    const only = this.#closed ? undefined : over?.next;
    if (only === undefined && !(await this.#goesOn(over, outcome))) return outcome;
    const next = await this.#start({ kind: 'queue', ...(only === undefined ? {} : { only }) }, {});
    if (!next.ok && next.error.code !== 'CANCELLED') deps.reportStoreError(next.error);
    return outcome;
  }

  /** A message queued after the loop's last check is sent automatically; after a stop or a failed reply it waits. */
  async #goesOn(over: ActiveRun | null, { end }: RunOutcome): Promise<boolean> {
    const { deps, conversationId } = this.#parts;
    if (!over?.compacts && !['done', 'max_turns', 'loop'].includes(end)) return false;
    // After a rerun of a call only messages written meanwhile continue, and only if no open call remains.
    if (over?.again && !(over.queued && (await areCallsDecided(deps, conversationId)))) return false;
    return !this.#closed && (await deps.store.readPending(conversationId)).queue.length > 0;
  }

  #defect(thrown: unknown): RunOutcome {
    const message = say`Something went wrong inside the app: ${sentenceFromThrown(thrown)}`;
    this.#deps.log('defect', message.text, 'RUN_DEFECT', { reason: thrown });
    return { end: 'error', error: { code: 'INTERNAL', ...sentenceFields(message) } };
  }
}

/** Runs the conversation's model, or the external agent in its place. */
function answer(run: Run): Promise<RunOutcome> {
  const { external } = run.settings;
  return external === null ? chatToolLoop(run) : externalAgentLoop(run, external);
}

/** Stops the run for a queued message. */
function stopForMessage(going: ActiveRun, queueId: string): void {
  going.next = queueId;
  going.controller.abort();
}

const closing = fail('ENGINE_ABORTED', say`The message was not sent because the app is closing.`);
