// A session that is open in a running agent: its options and commands, its updates, and one prompt at a time.

import { type AppError, describeThrown, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { isJsonObject } from '../../../shared/core/json.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { AgentCommand, AgentOption } from '../../../shared/features/externalAgents/externalAgent.ts';
import type { Clock } from '../../ports/clock.ts';
import type {
  AgentHandlers,
  AgentPromptPart,
  AgentSession,
  AgentTurnEnd,
  AgentUpdate,
} from '../../ports/externalAgents.ts';
import type { AgentConnection, SessionRoute } from '../agentConnection.ts';
import { agentFailed, agentGone, requestFailed } from '../agentErrors.ts';
import { agentOptions, modelOptionId, modeOptionId, withMode } from '../protocol/options.ts';
import { readTurnUsage, readUpdate } from '../protocol/updates.ts';
import { promptBlocks } from './promptBlocks.ts';
import { createReplay } from './replay.ts';
import { createUpdateQueue } from './updateQueue.ts';

/** An open session, for as long as its process lives. Several runs of a conversation use it, one after another. */
export interface OpenSession {
  readonly sessionId: string;
  /** Updates outside of a prompt, and requests that need none, go to these handlers from now on. */
  use(handlers: AgentHandlers): void;
  /** Ends the replay of a load and returns it. Later updates go to the handlers. */
  replayed(): Promise<readonly AgentUpdate[]>;
  /** Takes modes, models and config options of a response. */
  take(response: unknown): void;
  options(): readonly AgentOption[];
  setOption(id: string, value: string): Promise<Result<void>>;
  isBusy(): boolean;
  /** Ends it in the agent, which keeps it for a later load. */
  close(): Promise<void>;
  /** Milliseconds since it was used. */
  idleMs(): number;
  asSession(
    reached: AgentSession['reached'],
    more?: Partial<Pick<AgentSession, 'replay' | 'lost' | 'refused'>>,
  ): AgentSession;
}

export interface SessionOptions {
  agentId: string;
  name: string;
  sessionId: string;
  connection: AgentConnection;
  clock: Clock;
  handlers: AgentHandlers;
  /** The next updates are the replay of an earlier session. */
  isReplaying: boolean;
  /** A prompt began or ended. */
  onUse(): void;
  onFailure(error: AppError): void;
}

/**
 * How long an agent may take to end a turn that the user stopped, in steps: it is asked again, because agents were seen to
 * miss a cancel that arrives before they have begun the prompt.
 */
const cancelSteps = [500, 2500, 7000];
const cancelMs = cancelSteps.reduce((sum, ms) => sum + ms, 0);
/** A replay is over when nothing came for this long after the answer, and at the latest then. */
const quietMs = 120;
const maxQuietMs = 3000;
/** A turn is over when nothing came for this long after its answer, and at the latest then. */
const lateMs = 80;
const maxLateMs = 1000;

export function createSession(options: SessionOptions): OpenSession {
  const { agentId, name, sessionId, connection, clock } = options;
  const { peer, abilities, log } = connection;
  const naming = { name, signIns: abilities.signIns };
  let idleHandlers = options.handlers;
  let turn: { handlers: AgentHandlers; ending: AbortController } | null = null;
  let replay = options.isReplaying ? createReplay() : null;
  /** Until the first prompt after a load, messages and calls are a late part of its replay. */
  let isBeforePrompt = options.isReplaying;
  let choices: AgentOption[] = [];
  let commands: AgentCommand[] = [];
  let storeError: unknown;
  let lastReplayed = clock.elapsed();
  let lastUsed = lastReplayed;
  let isClosed = false;
  let isForced = false;
  let passed = 0;
  const reportedKinds = new Set<string>();

  const queue = createUpdateQueue({
    deliver: (updates) => (turn?.handlers ?? idleHandlers).onUpdates(updates),
    onError(thrown) {
      storeError ??= thrown;
    },
    onPressure: (isFull) => connection.hold(queue, isFull),
  });

  function pass(update: AgentUpdate, size: number): void {
    passed++;
    if (replay) {
      lastReplayed = clock.elapsed();
      replay.add(update, size);
    } else if (!isBeforePrompt || !isTranscript(update)) queue.add(update, size);
  }

  /** Once per kind. */
  function reportSkipped(kind: string): void {
    connection.note(`Skipped a malformed update (${kind}).`);
    if (reportedKinds.has(kind) || reportedKinds.size > 20) return;
    reportedKinds.add(kind);
    pass({ type: 'notice', level: 'warning', text: say`${name} sent something that could not be read (${kind}).` }, 0);
  }

  function changeOptions(next: AgentOption[], size: number): void {
    choices = next;
    pass({ type: 'options', options: next }, size);
  }

  const route: SessionRoute = {
    update(raw, size) {
      const read = readUpdate(raw);
      switch (read.kind) {
        case 'unknown':
          return;
        case 'invalid':
          return reportSkipped(read.what);
        case 'mode':
          return changeOptions(withMode(choices, read.modeId), size);
        case 'options':
          return changeOptions(agentOptions(read.raw), size);
        default:
          for (const update of read.updates) {
            if (update.type === 'commands') ({ commands } = update);
            pass(update, size);
          }
          if (read.skipped !== undefined) reportSkipped(read.skipped);
      }
    },
    skipped: () => reportSkipped('size'),
    target: () => ({
      handlers: turn?.handlers ?? idleHandlers,
      turn: turn?.ending.signal ?? null,
      flushed: queue.flushed,
    }),
  };
  connection.open(sessionId, route);

  function goneError(): AppError {
    return agentGone(name, connection.ended() ?? say`was stopped`, log.lastPrinted());
  }

  async function request(method: Parameters<typeof peer.request>[0], params: object): Promise<Result<unknown>> {
    try {
      return ok(await peer.request(method, { sessionId, ...params }, connection.gone));
    } catch (thrown) {
      if (connection.ended() !== null) return { ok: false, error: goneError() };
      return { ok: false, error: requestFailed(naming, thrown, peer.errorOf(thrown)) };
    }
  }

  async function setOption(id: string, value: string): Promise<Result<void>> {
    const option = choices.find((one) => one.id === id);
    if (!option?.choices.some((choice) => choice.value === value)) {
      return fail('AGENT_FAILED', say`${name} does not offer this choice now.`);
    }
    const done =
      id === modeOptionId
        ? await request('session/set_mode', { modeId: value })
        : id === modelOptionId
          ? await request('session/set_model', { modelId: value })
          : await request('session/set_config_option', {
              configId: id,
              ...(option.type === 'boolean' ? { type: 'boolean', value: value === 'true' } : { value }),
            });
    if (!done.ok) return done;
    const response = isJsonObject(done.value) ? done.value : {};
    choices = Array.isArray(response.configOptions)
      ? agentOptions(response)
      : choices.map((one) => (one.id === id ? { ...one, current: value } : one));
    return ok(undefined);
  }

  async function prompt(
    content: readonly AgentPromptPart[],
    handlers: AgentHandlers,
    signal: AbortSignal,
  ): Promise<AgentTurnEnd> {
    if (connection.ended() !== null) return { reason: 'failed', error: goneError(), gone: true };
    if (turn !== null)
      return { reason: 'failed', error: agentFailed(say`${name} is still working on the last message.`) };
    const ending = new AbortController();
    // Leftovers of the time before belong to the handlers of that time.
    await queue.flushed();
    storeError = undefined;
    turn = { handlers, ending };
    isBeforePrompt = false;
    options.onUse();
    try {
      const end = await runTurn(content, signal, ending);
      ending.abort();
      if (end.reason !== 'failed' && !signal.aborted) await stragglers();
      if (end.reason === 'failed') options.onFailure(end.error);
      await queue.flushed();
      if (storeError === undefined) return end;
      return {
        ...end,
        reason: 'failed',
        error: agentFailed(say`The answer of ${name} could not be stored: ${describeThrown(storeError)}.`),
      };
    } finally {
      ending.abort();
      turn = null;
      lastUsed = clock.elapsed();
      options.onUse();
    }
  }

  /** Some agents answer a prompt before its last updates. */
  async function stragglers(): Promise<void> {
    const answeredAt = clock.elapsed();
    for (let seen = -1; seen !== passed && clock.elapsed() - answeredAt < maxLateMs; ) {
      seen = passed;
      await clock.wait(lateMs, connection.gone);
    }
  }

  async function runTurn(
    content: readonly AgentPromptPart[],
    signal: AbortSignal,
    ending: AbortController,
  ): Promise<AgentTurnEnd> {
    const blocks = promptBlocks(content, abilities.takes);
    const over = new AbortController();
    const stop = (): void => {
      ending.abort();
      void cancel(over.signal);
    };
    if (signal.aborted) return { reason: 'cancelled' };
    signal.addEventListener('abort', stop, { once: true });
    try {
      const answer = await peer.request('session/prompt', { sessionId, prompt: blocks }, connection.gone);
      return turnEnd(answer);
    } catch (thrown) {
      if (connection.ended() !== null || connection.gone.aborted) {
        return signal.aborted
          ? { reason: 'cancelled', gone: true, ...(isForced ? { forced: true } : {}) }
          : { reason: 'failed', error: goneError(), gone: true };
      }
      if (signal.aborted) return { reason: 'cancelled' };
      return { reason: 'failed', error: requestFailed(naming, thrown, peer.errorOf(thrown)) };
    } finally {
      over.abort();
      signal.removeEventListener('abort', stop);
    }
  }

  /** Ends the process if the turn does not end in time. */
  async function cancel(over: AbortSignal): Promise<void> {
    for (const ms of cancelSteps) {
      peer.cancelPrompt(sessionId);
      await clock.wait(ms, over);
      if (over.aborted) return;
    }
    connection.note(`It did not stop within ${cancelMs / 1000} s and was ended.`);
    isForced = true;
    await connection.close(say`was ended because it did not stop in another conversation`);
  }

  function turnEnd(answer: unknown): AgentTurnEnd {
    const response = isJsonObject(answer) ? answer : {};
    const usage = readTurnUsage(response.usage);
    const reason = reasons.find((one) => one === response.stopReason);
    if (reason === undefined) {
      const error = agentFailed(say`${name} ended its turn without a reason that the protocol knows.`);
      return { reason: 'failed', error, ...(usage ? { usage } : {}) };
    }
    return { reason, ...(usage ? { usage } : {}) };
  }

  return {
    sessionId,
    use(handlers) {
      lastUsed = clock.elapsed();
      idleHandlers = handlers;
    },
    async replayed() {
      // Some agents answer first and replay then.
      const answeredAt = clock.elapsed();
      lastReplayed = answeredAt;
      const isQuiet = () => clock.elapsed() - lastReplayed >= quietMs || clock.elapsed() - answeredAt >= maxQuietMs;
      while (!isQuiet() && !connection.gone.aborted) await clock.wait(quietMs / 4, connection.gone);
      const updates = replay?.updates() ?? [];
      replay = null;
      return updates;
    },
    take(response) {
      if (isJsonObject(response)) choices = agentOptions(response);
    },
    options: () => choices,
    setOption,
    isBusy: () => turn !== null,
    idleMs: () => clock.elapsed() - lastUsed,
    async close() {
      isClosed = true;
      connection.leave(sessionId);
      const closed = await request('session/close', {});
      if (!closed.ok) connection.note(`A session was not closed: ${closed.error.message}`);
    },
    asSession: (reached, more = {}) => ({
      agentId,
      sessionId,
      reached,
      ...{ replay: null, lost: null, refused: [], ...more },
      takes: abilities.takes,
      isGone: () => isClosed || connection.ended() !== null || connection.gone.aborted,
      options: () => choices,
      commands: () => commands,
      setOption,
      prompt,
    }),
  };
}

const reasons = ['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled'] as const;

/** Part of the transcript, as opposed to the session's state. */
function isTranscript({ type }: AgentUpdate): boolean {
  return ['text', 'thought', 'user', 'block', 'call', 'call_update', 'plan', 'compaction'].includes(type);
}
