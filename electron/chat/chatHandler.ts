// The runs: at most one for each conversation, any number side by side. A person's message is durable before the answer;
// the run then goes on by itself and tells what happens through the hub.

import type { CompactionOutcome } from '../../shared/contract/context.ts';
import type { AttachmentRef } from '../../shared/conversation/attachments.ts';
import { messageContent } from '../../shared/conversation/attachments.ts';
import type { HandCallShown } from '../../shared/conversation/event.ts';
import { describeThrown, fail, ok, type Result } from '../../shared/errors.ts';
import { createStartAgent } from './agent/startAgent.ts';
import type { ChatDeps, RunDeps } from './chatDeps.ts';
import type { ChatHandler, Sent } from './chatPort.ts';
import { chatToolLoop, type RunOutcome } from './chatToolLoop.ts';
import { checkAttachments } from './context/checkAttachments.ts';
import { compactByHand } from './context/compact.ts';
import { appendWithMentions } from './context/mentions.ts';
import { type Append, appendTo } from './run/appendTo.ts';
import { type Beginning, beginRun } from './run/beginRun.ts';
import { type HandCall, type HandCallBegun, prepareHandRun } from './run/handRun.ts';
import { createMessageQueue } from './run/messageQueue.ts';
import {
  busy,
  busyWith,
  type CallChoice,
  type CallRef,
  choiceRecord,
  findOpenCall,
  keepPartial,
  makeWayFor,
  prepareAgain,
} from './run/resolveCall.ts';
import { isDecided } from './run/resumeRun.ts';
import { loopDeps } from './run/runAssembly.ts';
import type { RunOverrides, RunSettings } from './run/runSettings.ts';
import { withLease } from './run/withLease.ts';

export type { ChatHandler, Sent } from './chatPort.ts';

interface Run {
  controller: AbortController;
  ended: Promise<RunOutcome>;
  /** Set when it runs one call again and nothing else. */
  again?: CallRef;
  /** It only makes room. */
  compacts?: boolean;
  /** A message was queued while it went on. */
  queued?: boolean;
}

export function createChatHandler(given: ChatDeps): ChatHandler {
  const startAgent = createStartAgent(given, {
    begin: (conversationId, beginning, overrides) =>
      next(conversationId, () => start(conversationId, beginning, overrides)),
    stop,
  });
  const deps: RunDeps = { ...given, startAgent };
  const runs = new Map<string, Run>();
  const queue = createMessageQueue(deps);
  const starting = new Set<Promise<unknown>>();
  let closed = false;

  /** Beginnings and ends of runs of one conversation do not overlap. */
  function inTurn<T>(conversationId: string, task: () => Promise<T>): Promise<T> {
    return deps.lanes.run(`run:${conversationId}`, task);
  }

  async function send(
    conversationId: string,
    text: string,
    overrides: RunOverrides,
    given: readonly AttachmentRef[],
  ): Promise<Result<Sent>> {
    if (closed) return closing;
    const attachments = await checkAttachments(deps.store, conversationId, given);
    if (!attachments.ok) return attachments;
    const running = runs.get(conversationId);
    if (!running) {
      const content = messageContent(text, attachments.value);
      return start(conversationId, { kind: 'message', message: { role: 'user', content } }, overrides);
    }
    if (overrides.leaveQueue) return busy;
    running.queued = true;
    const queued = await queue.push(conversationId, text, attachments.value);
    return queued.ok ? ok({ queued: true, messageId: queued.value, ended: running.ended }) : queued;
  }

  /** Takes the conversation, stores what comes before the reply, and lets the loop run. */
  function start(conversationId: string, beginning: Beginning, overrides: RunOverrides): Promise<Result<Sent>> {
    return withLease(deps, conversationId, (release) => begin(conversationId, beginning, overrides, release));
  }

  async function begin(
    conversationId: string,
    beginning: Beginning,
    overrides: RunOverrides,
    release: () => void,
  ): Promise<Result<Sent>> {
    if (closed) return closing;
    const begun = await beginRun(deps, queue, conversationId, beginning, overrides);
    if (!begun.ok) return begun;
    const { settings, append, messageId } = begun.value;
    return ok({ queued: false, messageId, ended: run(conversationId, settings, append, release) });
  }

  async function resume(conversationId: string, overrides: RunOverrides): Promise<Result<Sent>> {
    if (closed) return closing;
    if (runs.has(conversationId)) return fail('CONVERSATION_BUSY', 'A run is already going on in this conversation.');
    return start(conversationId, { kind: 'resume' }, overrides);
  }

  async function resolve(
    conversationId: string,
    call: CallRef,
    choice: CallChoice,
    { endProcess = false, ...overrides }: RunOverrides & { endProcess?: boolean },
  ): Promise<Result<{ ended: Promise<RunOutcome> | null }>> {
    if (closed) return closing;
    const running = runs.get(conversationId);
    if (running) return busyWith(running.again, call);
    return withLease<{ ended: Promise<RunOutcome> | null }>(deps, conversationId, async (release) => {
      const found = await findOpenCall(deps, conversationId, call);
      if (!found.ok) return found;
      const way = await makeWayFor(found.value, deps, choice, endProcess);
      if (!way.ok) return way;
      const append = appendTo(deps, conversationId);
      const kept = await keepPartial(deps, found.value.branch, append);
      if (!kept.ok) return kept;
      if (choice !== 'run_again') {
        const stored = await append(choiceRecord(found.value.call, choice, found.value));
        if (stored.ok) release();
        return stored.ok ? ok({ ended: null }) : stored;
      }
      const controller = new AbortController();
      const runAgain = await prepareAgain(deps, found.value, { overrides, controller, append });
      if (!runAgain.ok) return runAgain;
      const again = { messageId: call.messageId, index: call.index };
      publishStart(conversationId, { again: [again] });
      return ok({ ended: watch(conversationId, { controller, again }, runAgain.value(), release) });
    });
  }

  async function runTool(
    conversationId: string,
    call: HandCall,
    overrides: RunOverrides,
  ): Promise<Result<HandCallBegun>> {
    if (closed) return closing;
    if (runs.has(conversationId)) return busy;
    return withLease(deps, conversationId, async (release) => {
      const controller = new AbortController();
      const append = appendTo(deps, conversationId);
      const ready = await prepareHandRun(deps, conversationId, call, { overrides, controller, append });
      if (!ready.ok) return ready;
      const { messageId } = ready.value;
      publishStart(conversationId, { byHand: { messageId, toolName: call.toolName, arguments: call.arguments } });
      return ok({ messageId, ended: watch(conversationId, { controller }, ready.value.run(), release) });
    });
  }

  async function compact(conversationId: string): Promise<Result<{ outcome: Promise<Result<CompactionOutcome>> }>> {
    if (closed) return closing;
    if (runs.has(conversationId)) return fail('CONVERSATION_BUSY', 'Room can be made when the run has ended.');
    return withLease(deps, conversationId, async (release) => {
      const controller = new AbortController();
      publishStart(conversationId, {});
      const outcome = compactByHand(deps, conversationId, controller.signal, appendTo(deps, conversationId));
      const end = outcome.then((): RunOutcome => ({ end: controller.signal.aborted ? 'stopped' : 'done' }));
      void watch(conversationId, { controller, compacts: true }, end, release);
      return ok({ outcome });
    });
  }

  function run(
    conversationId: string,
    settings: RunSettings,
    append: Append,
    release: () => void,
  ): Promise<RunOutcome> {
    const controller = new AbortController();
    publishStart(conversationId, {});
    const storage = {
      append,
      storeQueued: () =>
        queue.storeAll(conversationId, appendWithMentions(deps, conversationId, settings.folder, append)),
    };
    const parts = loopDeps(conversationId, settings, controller.signal, deps, storage, () => controller.abort());
    return watch(conversationId, { controller }, chatToolLoop(parts), release);
  }

  function publishStart(conversationId: string, more: { again?: CallRef[]; byHand?: HandCallShown }): void {
    const startedAt = deps.clock.now().toISOString();
    deps.hub.publish(conversationId, { type: 'run.started', runId: deps.ids.randomId(), startedAt, ...more });
  }

  function watch(
    conversationId: string,
    made: Pick<Run, 'controller' | 'again' | 'compacts'>,
    going: Promise<RunOutcome>,
    release: () => void,
  ): Promise<RunOutcome> {
    const ended = going
      .catch((thrown: unknown) => defect(thrown))
      .then((outcome) => inTurn(conversationId, () => finish(conversationId, outcome, release)));
    runs.set(conversationId, { ...made, ended });
    return ended;
  }

  async function finish(conversationId: string, outcome: RunOutcome, release: () => void): Promise<RunOutcome> {
    const letGo = deps.hub.hold(conversationId);
    const ending = runs.get(conversationId);
    try {
      await deps.store.savePartial(conversationId, null);
    } finally {
      runs.delete(conversationId);
      release();
      deps.hub.publish(conversationId, { type: 'run.ended', ...outcome });
      letGo();
    }
    // A message queued after the loop's last look goes out by itself; after a stop or an error of an answer it waits.
    const over = ending?.compacts || ['done', 'max_turns', 'loop'].includes(outcome.end);
    // After a call that ran again only what was written meanwhile does, and only when nothing is left to decide.
    const goesOn = over && (!ending?.again || (ending.queued === true && (await isDecided(deps, conversationId))));
    const waiting = goesOn && !closed && (await deps.store.readPending(conversationId)).queue.length > 0;
    if (!waiting) return outcome;
    const next = await start(conversationId, { kind: 'queue' }, {});
    if (!next.ok && next.error.code !== 'CANCELLED') deps.reportStoreError(next.error);
    return outcome;
  }

  function defect(thrown: unknown): RunOutcome {
    const message = `Something went wrong inside the app: ${describeThrown(thrown)}`;
    deps.log('defect', message);
    return { end: 'error', error: { code: 'INTERNAL', message } };
  }

  /** In its turn, and known to `close`. A run that is being stopped takes nothing more: what is asked begins after it. */
  async function next<T>(conversationId: string, task: () => Promise<T>): Promise<T> {
    const running = runs.get(conversationId);
    if (running?.controller.signal.aborted) await running.ended;
    const beginning = inTurn(conversationId, task);
    starting.add(beginning);
    return beginning.finally(() => starting.delete(beginning));
  }

  async function stop(conversationId: string): Promise<void> {
    const running = runs.get(conversationId);
    running?.controller.abort();
    await running?.ended;
  }

  return {
    send: (conversationId, text, overrides = {}, attachments = []) =>
      next(conversationId, () => send(conversationId, text, overrides, attachments)),
    resume: (conversationId, overrides = {}) => next(conversationId, () => resume(conversationId, overrides)),
    resolve: (conversationId, call, choice, overrides = {}) =>
      next(conversationId, () => resolve(conversationId, call, choice, overrides)),
    runTool: (conversationId, call, overrides = {}) =>
      next(conversationId, () => runTool(conversationId, call, overrides)),
    async compact(conversationId) {
      const begun = await next(conversationId, () => compact(conversationId));
      return begun.ok ? begun.value.outcome : begun;
    },
    withdraw: (conversationId, queueId) => queue.withdraw(conversationId, queueId),
    saveDraft: (conversationId, draft, attachments) => queue.saveDraft(conversationId, draft, attachments),
    isRunning: (conversationId) => runs.has(conversationId),
    stop,
    async close() {
      closed = true;
      const abortAll = (): Promise<unknown> => {
        const open = [...runs.values()];
        for (const running of open) running.controller.abort();
        return Promise.allSettled(open.map((running) => running.ended));
      };
      await abortAll();
      // A message that was on its way when the app was closed has either begun a run by now or stored nothing.
      await Promise.allSettled(starting);
      await abortAll();
    },
  };
}

const closing = fail('ENGINE_ABORTED', 'The app is closing; the message was not sent.');
