// The runs: at most one for each conversation, any number side by side. A person's message is durable before the answer;
// the run then goes on by itself and tells what happens through the hub.

import type { CompactionOutcome } from '../../shared/contract/resources.ts';
import type { NewMessage } from '../../shared/conversation/message.ts';
import { describeThrown, fail, ok, type Result } from '../../shared/errors.ts';
import type { ChatDeps } from './chatDeps.ts';
import { chatToolLoop, type RunOutcome } from './chatToolLoop.ts';
import { compactByHand } from './context/compact.ts';
import { appendWithMentions } from './context/mentions.ts';
import { recordsBefore } from './context/nextRequest.ts';
import { type Append, appendTo } from './run/appendTo.ts';
import { keepModel } from './run/keepModel.ts';
import { createMessageQueue } from './run/messageQueue.ts';
import {
  busyWith,
  type CallChoice,
  type CallRef,
  choiceRecord,
  findOpenCall,
  keepPartial,
  makeWayFor,
  runOpenCall,
} from './run/resolveCall.ts';
import { hideFailed, isDecided, resumption } from './run/resumeRun.ts';
import { loopDeps } from './run/runAssembly.ts';
import { type RunOverrides, type RunSettings, runSettings } from './run/runSettings.ts';
import { withLease } from './run/withLease.ts';
import { toolParts } from './turn/toolParts.ts';

export interface Sent {
  queued: boolean;
  messageId: string;
  /** Resolves when the run that is going on now has ended. */
  ended: Promise<RunOutcome>;
}

export interface ChatHandler {
  send(conversationId: string, text: string, overrides?: RunOverrides): Promise<Result<Sent>>;
  /** Goes on from the end of the log without a new message; NOTHING_TO_RESUME says why it cannot. */
  resume(conversationId: string, overrides?: RunOverrides): Promise<Result<Sent>>;
  /**
   * Gives an interrupted call its one result; CALL_NOT_OPEN when it has one. To run again answers when that has begun:
   * `ended` resolves when it has ended. What it had started and still lives is ended first with `endProcess`, else refused.
   */
  resolve(
    conversationId: string,
    call: CallRef,
    choice: CallChoice,
    overrides?: RunOverrides & { endProcess?: boolean },
  ): Promise<Result<{ ended: Promise<RunOutcome> | null }>>;
  /** Makes room in the context now; resolves when it is done. `stop` cancels it, and a message waits for its end. */
  compact(conversationId: string): Promise<Result<CompactionOutcome>>;
  /** Resolves when the run has ended and every call has its result. */
  stop(conversationId: string): Promise<void>;
  /** Takes a queued message back; null when it was already sent. */
  withdraw(conversationId: string, queueId: string): Promise<Result<string | null>>;
  saveDraft(conversationId: string, draft: string): Promise<Result<void>>;
  isRunning(conversationId: string): boolean;
  /** Ends every run. */
  close(): Promise<void>;
}

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

/** What a run begins with: a message, what is queued, or what the log ends with. */
type Beginning = { kind: 'message'; message: NewMessage } | { kind: 'queue' } | { kind: 'resume' };

export function createChatHandler(deps: ChatDeps): ChatHandler {
  const runs = new Map<string, Run>();
  const queue = createMessageQueue(deps);
  const starting = new Set<Promise<unknown>>();
  let closed = false;

  /** Beginnings and ends of runs of one conversation do not overlap. */
  function inTurn<T>(conversationId: string, task: () => Promise<T>): Promise<T> {
    return deps.lanes.run(`run:${conversationId}`, task);
  }

  async function send(conversationId: string, text: string, overrides: RunOverrides): Promise<Result<Sent>> {
    if (closed) return closing;
    const running = runs.get(conversationId);
    if (!running) {
      return start(conversationId, { kind: 'message', message: { role: 'user', content: text } }, overrides);
    }
    running.queued = true;
    const queued = await queue.push(conversationId, text);
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
    const branch = await deps.store.readBranch(conversationId, 'context');
    if (!branch.ok) return branch;
    if (branch.value.readOnly) return fail('STORE_READ_ONLY', branch.value.readOnly);
    const waiting = (await deps.store.readPending(conversationId)).queue.length;
    if (beginning.kind === 'queue' && waiting === 0) return nothingLeft;
    const resumed = beginning.kind === 'resume' ? await resumption(deps, branch.value, waiting) : null;
    if (resumed && !resumed.ok) return resumed;
    const message = beginning.kind === 'message' ? beginning.message : (resumed?.value.message ?? null);
    const settings = await runSettings(deps, branch.value, overrides);
    if (!settings.ok) return settings;
    const append = appendTo(deps, conversationId);
    const hidden = await hideFailed(deps, branch.value, resumed?.value.failed ?? []);
    if (!hidden.ok) return hidden;
    // Without a new message the request is the one that was, or would have been, sent: nothing may come between.
    const goesOn = message === null && waiting === 0;
    for (const record of goesOn ? [] : await recordsBefore(deps, branch.value, settings.value)) {
      const stored = await append(record);
      if (!stored.ok) return stored;
    }
    await deps.store.savePartial(conversationId, null);
    const appendSaid = appendWithMentions(deps, conversationId, settings.value.folder, append);
    const earlier = await queue.storeAll(conversationId, appendSaid);
    if (!earlier.ok) return earlier;
    // It may have been taken back meanwhile.
    if (beginning.kind === 'queue' && earlier.value === 0) return nothingLeft;
    const stored = message ? await appendSaid(message) : null;
    if (stored && !stored.ok) return stored;
    await keepModel(deps, branch.value, settings.value, overrides);
    const ended = run(conversationId, settings.value, append, release);
    return ok({ queued: false, messageId: stored?.value.id ?? '', ended });
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
        const stored = await append(choiceRecord(found.value.call, choice, found.value.state));
        if (stored.ok) release();
        return stored.ok ? ok({ ended: null }) : stored;
      }
      const settings = await runSettings(deps, found.value.branch, { ...overrides, preview: true });
      if (!settings.ok) return settings;
      const controller = new AbortController();
      const stopRun = (): void => controller.abort();
      const parts = toolParts(conversationId, settings.value, controller.signal, deps, append, { stopRun });
      const again = { messageId: call.messageId, index: call.index };
      publishStart(conversationId, { again: [again] });
      const ended = watch(conversationId, { controller, again }, runOpenCall(found.value, parts), release);
      return ok({ ended });
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

  function publishStart(conversationId: string, more: { again?: CallRef[] }): void {
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

  return {
    send: (conversationId, text, overrides = {}) => next(conversationId, () => send(conversationId, text, overrides)),
    resume: (conversationId, overrides = {}) => next(conversationId, () => resume(conversationId, overrides)),
    resolve: (conversationId, call, choice, overrides = {}) =>
      next(conversationId, () => resolve(conversationId, call, choice, overrides)),
    async compact(conversationId) {
      const begun = await next(conversationId, () => compact(conversationId));
      return begun.ok ? begun.value.outcome : begun;
    },
    withdraw: (conversationId, queueId) => queue.withdraw(conversationId, queueId),
    saveDraft: (conversationId, draft) => queue.saveDraft(conversationId, draft),
    isRunning: (conversationId) => runs.has(conversationId),
    async stop(conversationId) {
      const running = runs.get(conversationId);
      running?.controller.abort();
      await running?.ended;
    },
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

const nothingLeft = fail('CANCELLED', 'There is no message left to send.');

const closing = fail('ENGINE_ABORTED', 'The app is closing; the message was not sent.');
