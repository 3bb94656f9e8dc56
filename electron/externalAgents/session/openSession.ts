// Opens a conversation's session in a running agent: its earlier one if the agent still has it, else a new one.

import { type AppError, errorSentence, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { isJsonObject } from '../../../shared/core/json.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AgentOptionChoice, AgentSession, OpenAgentSession, PassedServer } from '../../ports/externalAgents.ts';
import { agentGone, requestFailed, timeIsUp } from '../agentErrors.ts';
import type { PooledAgent } from '../agentPool.ts';
import { TimeIsUp, withinTime } from '../timeLimit.ts';
import { createSession, type OpenSession } from './agentSession.ts';

/**
 * Some agents connect to their account, or start tool servers, before they answer. If an earlier session does not open,
 * a new one continues the conversation.
 */
function timeOf(method: string): number {
  return method === 'session/new' ? 120_000 : 60_000;
}

const maxIdleMs = 15 * 60_000;

export interface SessionSetup {
  /** Absolute. */
  folder: string;
  servers: readonly PassedServer[];
}

export async function openSession(
  pooled: PooledAgent,
  { folder, servers }: SessionSetup,
  request: OpenAgentSession,
  clock: Clock,
): Promise<Result<AgentSession>> {
  const { agentId, previous, handlers, signal } = request;
  const { connection, sessions, agent } = pooled;
  const { peer, abilities } = connection;
  const { name } = agent.definition;
  const naming = { name, signIns: abilities.signIns };
  pooled.used();
  closeIdle(pooled, previous);

  const live = previous === null || request.reload ? undefined : sessions.get(previous);
  if (live) {
    live.use(handlers);
    return ok(live.asSession('live'));
  }

  const create = (sessionId: string, isReplaying: boolean): OpenSession =>
    createSession({
      agentId,
      name,
      sessionId,
      connection,
      clock,
      handlers,
      isReplaying,
      onUse: pooled.used,
      onFailure: pooled.failed,
    });

  async function ask(
    method: 'session/new' | 'session/load' | 'session/resume',
    params: object,
  ): Promise<Result<unknown>> {
    try {
      const base = { cwd: folder, mcpServers: serverParams(servers, abilities.can) };
      const both = AbortSignal.any([signal, connection.gone]);
      const ms = timeOf(method);
      return ok(await withinTime(clock, ms, both, (until) => peer.request(method, { ...base, ...params }, until)));
    } catch (thrown) {
      if (thrown instanceof TimeIsUp) return timeIsUp(name, timeOf(method));
      return { ok: false, error: errorOf(thrown) };
    }
  }

  function errorOf(thrown: unknown): AppError {
    const how = connection.ended();
    if (how !== null) return agentGone(name, how, connection.log.lastPrinted());
    if (signal.aborted)
      return fail('ENGINE_ABORTED', say`The session was not opened because the run was stopped.`).error;
    return requestFailed(naming, thrown, peer.errorOf(thrown));
  }

  /**
   * The user's choices; some may have been made while it was not open. Returns those that it did not take, but no option that
   * it does not have yet, and none once it is gone: those may be taken the next time.
   */
  async function restoreOptions(session: OpenSession): Promise<AgentOptionChoice[]> {
    const refused: AgentOptionChoice[] = [];
    for (const [id, value] of Object.entries(request.options)) {
      const before = session.options().find((option) => option.id === id);
      if (before?.current === value) continue;
      const set = await session.setOption(id, value);
      if (set.ok) continue;
      connection.note(`The option ${id} could not be restored: ${set.error.message}`);
      if (connection.ended() !== null || connection.gone.aborted) break;
      if (before) refused.push({ id, name: before.name, value });
    }
    return refused;
  }

  /** Null: it cannot be reopened, for the reason in `lost`. */
  async function reopen(sessionId: string): Promise<Result<AgentSession> | null> {
    const { load, resume } = abilities.can;
    if (!load && (!resume || request.reload)) {
      lost = say`${name} cannot continue earlier sessions.`;
      return null;
    }
    const method = load ? 'session/load' : 'session/resume';
    const session = create(sessionId, load);
    const answer = await ask(method, { sessionId });
    if (!answer.ok) {
      connection.leave(sessionId);
      if (connection.ended() !== null || signal.aborted || answer.error.code === 'AGENT_SIGNED_OUT') return answer;
      lost = say`${name} could not continue its earlier session: ${errorSentence(answer.error)}`;
      return null;
    }
    session.take(answer.value);
    sessions.set(sessionId, session);
    const replay = load ? await session.replayed() : null;
    const refused = await restoreOptions(session);
    return ok(session.asSession(load ? 'loaded' : 'resumed', { replay, refused }));
  }

  let lost: Sentence | null = null;
  if (previous !== null) {
    const reopened = await reopen(previous);
    if (reopened !== null) return reopened;
    if (request.reload) return fail('AGENT_FAILED', lost ?? say`${name} cannot continue earlier sessions.`);
  }
  const answer = await ask('session/new', {});
  if (!answer.ok) return answer;
  const sessionId = isJsonObject(answer.value) ? answer.value.sessionId : undefined;
  if (typeof sessionId !== 'string' || sessionId === '' || sessionId.length > 1000) {
    return fail('AGENT_FAILED', say`${name} opened a session without an ID.`);
  }
  const session = create(sessionId, false);
  session.take(answer.value);
  sessions.set(sessionId, session);
  const refused = await restoreOptions(session);
  return ok(session.asSession('new', { lost, refused }));
}

/** Ends sessions that were not used for long, if the agent can reopen them: each holds memory here and there. */
function closeIdle({ sessions, connection }: PooledAgent, except: string | null): void {
  const { close, load, resume } = connection.abilities.can;
  if (!close || !(load || resume)) return;
  for (const [id, session] of sessions) {
    if (id === except || session.isBusy() || session.idleMs() < maxIdleMs) continue;
    sessions.delete(id);
    void session.close();
  }
}

/** As the protocol names them; only those that the agent can reach. */
function serverParams(servers: readonly PassedServer[], can: { httpServers: boolean; sseServers: boolean }): object[] {
  const named = (pairs: readonly [string, string][]) => pairs.map(([name, value]) => ({ name, value }));
  return servers.flatMap((server): object[] => {
    const { name, type } = server;
    if (type === 'stdio') return [{ name, command: server.command, args: server.args, env: named(server.env) }];
    const isReachable = type === 'http' ? can.httpServers : can.sseServers;
    return isReachable ? [{ type, name, url: server.url, headers: named(server.headers) }] : [];
  });
}
