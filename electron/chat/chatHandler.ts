// The runs: at most one for each conversation, any number side by side. A person's message is durable before the answer;
// the run then goes on by itself and tells what happens through the hub.

import type { Message, NewMessage } from '../../shared/conversation/message.ts';
import { describeThrown, fail, ok, type Result } from '../../shared/errors.ts';
import type { PrintedResult, StoredBranch, WriterLease } from '../ports/store.ts';
import type { ChatDeps } from './chatDeps.ts';
import { chatToolLoop, type RunOutcome } from './chatToolLoop.ts';
import { createMessageQueue } from './messageQueue.ts';
import { recordsBefore } from './nextRequest.ts';
import { loopDeps } from './runAssembly.ts';
import { type RunOverrides, type RunSettings, runSettings } from './runSettings.ts';

export interface Sent {
  queued: boolean;
  messageId: string;
  /** Resolves when the run that is going on now has ended. */
  ended: Promise<RunOutcome>;
}

export interface ChatHandler {
  send(conversationId: string, text: string, overrides?: RunOverrides): Promise<Result<Sent>>;
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
}

type Append = (message: NewMessage, printed?: PrintedResult) => Promise<Result<Message>>;

export function createChatHandler(deps: ChatDeps): ChatHandler {
  const runs = new Map<string, Run>();
  const queue = createMessageQueue(deps);
  const starting = new Set<Promise<unknown>>();
  let closed = false;

  /** Beginnings and ends of runs of one conversation do not overlap. */
  function inTurn<T>(conversationId: string, task: () => Promise<T>): Promise<T> {
    return deps.lanes.run(`run:${conversationId}`, task);
  }

  function appendTo(conversationId: string): Append {
    return async (message, printed) => {
      const stored = await deps.store.appendConversationMessage(conversationId, message, printed);
      if (stored.ok) deps.hub.publish(conversationId, { type: 'message.appended', message: stored.value });
      else deps.reportStoreError(stored.error);
      return stored;
    };
  }

  async function send(conversationId: string, text: string, overrides: RunOverrides): Promise<Result<Sent>> {
    if (closed) return closing;
    const running = runs.get(conversationId);
    if (!running) return start(conversationId, { role: 'user', content: text }, overrides);
    const queued = await queue.push(conversationId, text);
    return queued.ok ? ok({ queued: true, messageId: queued.value, ended: running.ended }) : queued;
  }

  /** Takes the conversation, stores what comes before the reply, and lets the loop run. Null: only what is queued. */
  async function start(
    conversationId: string,
    message: NewMessage | null,
    overrides: RunOverrides,
  ): Promise<Result<Sent>> {
    // Held until the run has ended, so that it can be seen and stopped also when nobody looked at it meanwhile.
    const letGo = deps.hub.hold(conversationId);
    let lease: WriterLease | null = null;
    const release = (): void => {
      lease?.release();
      letGo();
    };
    try {
      const live = await deps.hub.load(conversationId);
      const leased = live.ok ? await deps.store.lease(conversationId, 'a run') : live;
      if (!leased.ok) {
        release();
        return leased;
      }
      lease = leased.value;
      // Another process may have written while the lease was waited for.
      await deps.hub.refresh(conversationId);
      const begun = await begin(conversationId, message, overrides, release);
      if (!begun.ok) release();
      return begun;
    } catch (thrown) {
      release();
      throw thrown;
    }
  }

  async function begin(
    conversationId: string,
    message: NewMessage | null,
    overrides: RunOverrides,
    release: () => void,
  ): Promise<Result<Sent>> {
    if (closed) return closing;
    const branch = await deps.store.readBranch(conversationId, 'context');
    if (!branch.ok) return branch;
    if (branch.value.readOnly) return fail('STORE_READ_ONLY', branch.value.readOnly);
    const waiting = (await deps.store.readPending(conversationId)).queue.length;
    if (!message && waiting === 0) return fail('CANCELLED', 'There is no message left to send.');
    const settings = await runSettings(deps, branch.value, overrides);
    if (!settings.ok) return settings;
    const append = appendTo(conversationId);
    for (const record of await recordsBefore(deps, branch.value, settings.value)) {
      const stored = await append(record);
      if (!stored.ok) return stored;
    }
    await deps.store.savePartial(conversationId, null);
    const earlier = await queue.storeAll(conversationId, append);
    if (!earlier.ok) return earlier;
    // It may have been taken back meanwhile.
    if (!message && earlier.value === 0) return fail('CANCELLED', 'There is no message left to send.');
    const stored = message ? await append(message) : null;
    if (stored && !stored.ok) return stored;
    await keepModel(branch.value, settings.value, overrides);
    const ended = run(conversationId, settings.value, append, release);
    return ok({ queued: false, messageId: stored?.value.id ?? '', ended });
  }

  /** A conversation stays with the model that it began with, or that was last asked for. */
  async function keepModel(branch: StoredBranch, settings: RunSettings, overrides: RunOverrides): Promise<void> {
    if (branch.meta.model && !overrides.model) return;
    const { conversationId, projectId } = branch;
    const saved = await deps.store.updateMeta(conversationId, (meta) => ({ ...meta, model: settings.model }));
    if (saved.ok) await deps.hub.publishMeta(conversationId, { projectId, meta: saved.value });
  }

  function run(
    conversationId: string,
    settings: RunSettings,
    append: Append,
    release: () => void,
  ): Promise<RunOutcome> {
    const controller = new AbortController();
    const startedAt = deps.clock.now().toISOString();
    deps.hub.publish(conversationId, { type: 'run.started', runId: deps.ids.randomId(), startedAt });
    const parts = loopDeps(conversationId, settings, controller.signal, deps, {
      append,
      storeQueued: () => queue.storeAll(conversationId, append),
    });
    const ended = chatToolLoop(parts)
      .catch((thrown: unknown) => defect(thrown))
      .then((outcome) => inTurn(conversationId, () => finish(conversationId, outcome, release)));
    runs.set(conversationId, { controller, ended });
    return ended;
  }

  async function finish(conversationId: string, outcome: RunOutcome, release: () => void): Promise<RunOutcome> {
    const letGo = deps.hub.hold(conversationId);
    try {
      await deps.store.savePartial(conversationId, null);
    } finally {
      runs.delete(conversationId);
      release();
      deps.hub.publish(conversationId, { type: 'run.ended', ...outcome });
      letGo();
    }
    // A message queued after the loop's last look goes out by itself; after a stop or an error it waits for the person.
    const goesOn = outcome.end === 'done' || outcome.end === 'max_turns' || outcome.end === 'loop';
    const waiting = goesOn && !closed && (await deps.store.readPending(conversationId)).queue.length > 0;
    if (!waiting) return outcome;
    const next = await start(conversationId, null, {});
    if (!next.ok && next.error.code !== 'CANCELLED') deps.reportStoreError(next.error);
    return outcome;
  }

  function defect(thrown: unknown): RunOutcome {
    const message = `Something went wrong inside the app: ${describeThrown(thrown)}`;
    deps.log('defect', message);
    return { end: 'error', error: { code: 'INTERNAL', message } };
  }

  return {
    async send(conversationId, text, overrides = {}) {
      // A run that is being stopped takes no more messages: the next one begins after it.
      const running = runs.get(conversationId);
      if (running?.controller.signal.aborted) await running.ended;
      const sending = inTurn(conversationId, () => send(conversationId, text, overrides));
      starting.add(sending);
      return sending.finally(() => starting.delete(sending));
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

const closing = fail('ENGINE_ABORTED', 'The app is closing; the message was not sent.');
