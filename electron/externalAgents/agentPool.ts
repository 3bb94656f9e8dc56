// The running agents: one process per agent and folder, shared by conversations, ended when idle for long, with its approval,
// and with the app.

import {
  type AppError,
  describeThrown,
  errorSentence,
  fail,
  ok,
  type Result,
  SentenceError,
  sentenceFromThrown,
} from '../../shared/core/errors.ts';
import { restoreSentence, say, type UserText } from '../../shared/core/sentence.ts';
import type { AgentSignIn } from '../../shared/features/externalAgents/externalAgent.ts';
import { AbandonedError } from '../lib/cooperativeYield.ts';
import type { Environment } from '../lib/environment.ts';
import type { Log } from '../lib/log.ts';
import type { SecretMask } from '../lib/secretMask.ts';
import { createSharedWork, type SharedWork } from '../lib/sharedWork.ts';
import type { Clock } from '../ports/clock.ts';
import type { ProcessJournal } from '../ports/processes.ts';
import type { Sandbox } from '../ports/sandbox.ts';
import { searchPathOnly } from '../tools/process/commandPath.ts';
import { sandboxServer } from '../tools/process/sandboxedServer.ts';
import { createServerLog, type ServerLog } from '../tools/process/serverLog.ts';
import { type AgentConnection, connectAgent, EndedEarly, UnusableAgent } from './agentConnection.ts';
import { agentFailed, agentGone, type ResponseError, requestFailed } from './agentErrors.ts';
import type { AgentDefinition } from './definition.ts';
import { agentEnvironment } from './process/agentEnvironment.ts';
import type { OpenSession } from './session/agentSession.ts';

export interface PoolDeps {
  clock: Clock;
  env: Environment;
  journal: ProcessJournal;
  sandbox: Sandbox | null;
  mask: SecretMask;
  version: string;
  writeLog: Log;
  onChange(): void;
}

/** An approved agent that may start. */
export interface StartableAgent {
  definition: AgentDefinition;
  /** Absolute path of its program. */
  executable: string;
  fingerprint: string;
  variables: ReadonlyMap<string, string>;
}

export interface PooledAgent {
  readonly agent: StartableAgent;
  readonly folder: string;
  readonly connection: AgentConnection;
  readonly sessions: Map<string, OpenSession>;
  /** A session was opened, or a prompt began or ended. */
  used(): void;
  /** A prompt failed. */
  failed(error: AppError): void;
}

/** An agent's state, as far as it was started. */
interface AgentState {
  status: 'idle' | 'starting' | 'ready' | 'signed_out' | 'failed';
  problem: UserText | null;
  version: string | null;
  signIns: readonly AgentSignIn[];
  printed: string;
}

export interface AgentPool {
  /** The agent's process in this folder, started if necessary. */
  get(
    agent: StartableAgent,
    folder: string,
    waiting: { signal: AbortSignal; progress?(text: UserText): void },
  ): Promise<Result<PooledAgent>>;
  /** Records that it needs a sign-in, or (null) that it works. */
  reported(agentId: string, error: AppError | null): void;
  state(agentId: string): AgentState;
  running(): PooledAgent[];
  end(agentId: string): Promise<void>;
  /** Stops its starts for everyone who waits for them. */
  cancelStarts(agentId: string): void;
  /** Ends the agent's processes without a running prompt, `except` for one. */
  endIdle(agentId: string, except: PooledAgent | null): Promise<void>;
  close(): Promise<void>;
}

/** Without a prompt in any of its sessions. A later message opens them again. */
const idleMs = 15 * 60_000;
const progressAfterMs = 3000;

interface Entry {
  agent: StartableAgent;
  folder: string;
  work: SharedWork<PooledAgent>;
  pooled: PooledAgent | null;
  lastUsed: number;
  /** Stops its start for everyone. */
  cancelled: AbortController;
}

export function createAgentPool(deps: PoolDeps): AgentPool {
  const { clock, onChange } = deps;
  const entries = new Map<string, Entry>();
  const states = new Map<string, Omit<AgentState, 'status'> & { failed: 'signed_out' | 'failed' | null }>();
  const ending = new Set<Promise<void>>();
  const closed = new AbortController();

  const keyOf = (agentId: string, folder: string): string => `${agentId}\n${folder}`;
  const stateOf = (agentId: string) =>
    states.get(agentId) ?? { failed: null, problem: null, version: null, signIns: [], printed: '' };

  function learn(agentId: string, change: Partial<ReturnType<typeof stateOf>>): void {
    states.set(agentId, { ...stateOf(agentId), ...change });
    onChange();
  }

  function reported(agentId: string, error: AppError | null): void {
    if (error === null) {
      if (stateOf(agentId).failed !== null) learn(agentId, { failed: null, problem: null, printed: '' });
      return;
    }
    const failed = error.code === 'AGENT_SIGNED_OUT' ? 'signed_out' : 'failed';
    learn(agentId, { failed, problem: errorSentence(error) });
  }

  function endEntry(key: string): Promise<void> {
    const entry = entries.get(key);
    if (!entry) return Promise.resolve();
    entries.delete(key);
    // A start ends once nobody waits for it any more.
    const end = entry.pooled?.connection.close() ?? Promise.resolve();
    ending.add(end);
    onChange();
    return end.finally(() => ending.delete(end));
  }

  /** The process has exited: the next one does not wait until the rest of it has ended. */
  function replaceExited(key: string): void {
    const connection = entries.get(key)?.pooled?.connection;
    if (!connection?.isEnding()) return;
    entries.delete(key);
    const end = new Promise<void>((resolve) => connection.gone.addEventListener('abort', () => resolve()));
    ending.add(end);
    void end.then(() => ending.delete(end));
  }

  function add(agent: StartableAgent, folder: string): Entry {
    const key = keyOf(agent.definition.id, folder);
    const cancelled = new AbortController();
    const entry: Entry = {
      agent,
      folder,
      pooled: null,
      lastUsed: clock.elapsed(),
      cancelled,
      work: createSharedWork(async (signal) => {
        const until = AbortSignal.any([signal, closed.signal, cancelled.signal]);
        const connection = await start(agent, folder, deps, until);
        const pooled: PooledAgent = {
          agent,
          folder,
          connection,
          sessions: new Map(),
          used() {
            entry.lastUsed = clock.elapsed();
          },
          failed(error) {
            if (error.code === 'AGENT_SIGNED_OUT') reported(agent.definition.id, error);
          },
        };
        entry.pooled = pooled;
        if (signal.aborted || entries.get(key) !== entry) {
          await connection.close();
          throw new SentenceError(say`it was stopped`);
        }
        const { version, signIns } = connection.abilities;
        learn(agent.definition.id, { failed: null, problem: null, printed: '', version, signIns });
        connection.gone.addEventListener('abort', () => {
          if (entries.get(key) === entry) entries.delete(key);
          onChange();
        });
        void watchIdle(key, entry);
        return pooled;
      }),
    };
    entries.set(key, entry);
    return entry;
  }

  async function watchIdle(key: string, entry: Entry): Promise<void> {
    while (entries.get(key) === entry && entry.pooled) {
      const isBusy = [...entry.pooled.sessions.values()].some((session) => session.isBusy());
      if (isBusy) entry.lastUsed = clock.elapsed();
      const left = entry.lastUsed + idleMs - clock.elapsed();
      if (left <= 0) return endEntry(key);
      await clock.wait(left, AbortSignal.any([closed.signal, entry.pooled.connection.gone]));
    }
  }

  return {
    async get(agent, folder, { signal, progress }) {
      const { id, name } = agent.definition;
      if (closed.signal.aborted)
        return fail('ENGINE_ABORTED', say`${name} was not started because the app is closing.`);
      const key = keyOf(id, folder);
      const existing = entries.get(key);
      if (existing && existing.agent.fingerprint !== agent.fingerprint) void endEntry(key);
      replaceExited(key);
      const entry = entries.get(key) ?? add(agent, folder);
      if (entry.pooled) return ok(entry.pooled);
      const settled = new AbortController();
      void clock.wait(progressAfterMs, AbortSignal.any([settled.signal, signal])).then(() => {
        if (!settled.signal.aborted && !signal.aborted)
          progress?.(say`${name} is starting. The first start may take a minute.`);
      });
      try {
        onChange();
        return ok(await entry.work.get({ signal }));
      } catch (thrown) {
        if (!entry.pooled && entries.get(key) === entry && !(thrown instanceof AbandonedError && entry.work.isBegun))
          entries.delete(key);
        if (entry.cancelled.signal.aborted && !signal.aborted) {
          onChange();
          return fail('ENGINE_ABORTED', say`The start of ${name} was canceled.`);
        }
        if (signal.aborted || thrown instanceof AbandonedError) {
          onChange();
          return fail('ENGINE_ABORTED', say`${name} was not started because the run was stopped.`);
        }
        const error = startError(agent, thrown);
        reported(id, error);
        if (thrown instanceof StartFailure) learn(id, { printed: thrown.printed });
        return { ok: false, error };
      } finally {
        settled.abort();
      }
    },

    reported,

    state(agentId) {
      const { failed, ...rest } = stateOf(agentId);
      const mine = [...entries.values()].filter(({ agent }) => agent.definition.id === agentId);
      const isStarting = mine.some(({ pooled }) => pooled === null);
      const status = isStarting ? 'starting' : (failed ?? (mine.length > 0 ? 'ready' : 'idle'));
      return { ...rest, status };
    },

    running: () => [...entries.values()].flatMap(({ pooled }) => pooled ?? []),

    async end(agentId) {
      const keys = [...entries].filter(([, { agent }]) => agent.definition.id === agentId).map(([key]) => key);
      await Promise.all(keys.map(endEntry));
      states.delete(agentId);
      onChange();
    },

    cancelStarts(agentId) {
      for (const [key, entry] of entries) {
        if (entry.pooled !== null || entry.agent.definition.id !== agentId) continue;
        entries.delete(key);
        entry.cancelled.abort();
      }
      onChange();
    },

    async endIdle(agentId, except) {
      const keys = [...entries].flatMap(([key, { pooled }]) => {
        const isIdle =
          pooled !== null && pooled !== except && ![...pooled.sessions.values()].some((one) => one.isBusy());
        return isIdle && pooled.agent.definition.id === agentId ? [key] : [];
      });
      await Promise.all(keys.map(endEntry));
    },

    async close() {
      closed.abort();
      await Promise.all([...entries.keys()].map(endEntry));
      await Promise.all(ending);
    },
  };
}

/** Carries the output of the failed process. */
class StartFailure extends Error {
  override readonly cause: unknown;
  readonly printed: string;
  readonly response: ResponseError | null;

  constructor(cause: unknown, printed: string, response: ResponseError | null) {
    super(describeThrown(cause));
    this.cause = cause;
    this.printed = printed;
    this.response = response;
  }
}

function startError({ definition: { name } }: StartableAgent, thrown: unknown): AppError {
  if (!(thrown instanceof StartFailure))
    return agentFailed(say`${name} could not be started: ${sentenceFromThrown(thrown)}.`);
  const { cause, printed, response } = thrown;
  if (cause instanceof EndedEarly) return agentGone(name, cause.how, printed);
  if (response !== null) return requestFailed({ name, signIns: [] }, cause, response);
  if (cause instanceof UnusableAgent) return agentFailed(restoreSentence(cause.message, cause.said));
  return agentFailed(say`${name} could not be started: ${sentenceFromThrown(cause)}.`);
}

async function start(
  agent: StartableAgent,
  folder: string,
  deps: PoolDeps,
  signal: AbortSignal,
): Promise<AgentConnection> {
  const { definition, executable, variables } = agent;
  const { clock, mask, journal } = deps;
  const log: ServerLog = createServerLog(() => clock.now(), mask);
  try {
    const env = {
      ...agentEnvironment(deps.env, variables, folder),
      ...(process.platform === 'win32' ? searchPathOnly : {}),
    };
    const args = definition.command.slice(1);
    const sandboxed =
      definition.sandbox &&
      (await sandboxServer(definition.sandbox, { sandbox: deps.sandbox, folder, log, kind: 'agent' }));
    const tracked = await journal.start({ kind: 'agent', name: definition.name });
    const wrapped = sandboxed?.wrap([executable, ...args], folder);
    return await connectAgent(
      {
        name: definition.name,
        version: deps.version,
        command: definition.command,
        program: wrapped
          ? { ...wrapped, env: { ...env, ...wrapped.env, ...Object.fromEntries(variables) } }
          : { file: executable, args, env },
        cwd: folder,
        tracked,
        log,
        note: (text) => deps.writeLog('info', `${definition.name}: ${text}`, 'AGENT_NOTE'),
        clock,
        released: () => sandboxed?.release() ?? Promise.resolve(),
      },
      signal,
    );
  } catch (thrown) {
    if (signal.aborted) throw new AbandonedError();
    throw new StartFailure(thrown, log.lastPrinted(), responseOf(thrown));
  }
}

/** The protocol's error, by its shape: the SDK's class is loaded lazily. */
function responseOf(thrown: unknown): ResponseError | null {
  if (!(thrown instanceof Error) || thrown.name !== 'RequestError') return null;
  const { code, data } = thrown as Error & { code?: unknown; data?: unknown };
  return typeof code === 'number' ? { code, message: thrown.message, data } : null;
}
