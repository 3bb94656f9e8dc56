// The external agents: which there are, whether they may start, and their sessions. Listing starts nothing.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type AppError, fail, ok, type Result } from '../../shared/core/errors.ts';
import { say, toUserTextData } from '../../shared/core/sentence.ts';
import type { AgentInfo, ListedAgentSession } from '../../shared/features/externalAgents/externalAgent.ts';
import type { AgentDefinitionInput } from '../../shared/features/externalAgents/methods.ts';
import type { ExternalAgents, FindPassedServers, OpenAgentSession } from '../ports/externalAgents.ts';
import type { Keychain } from '../ports/keychain.ts';
import { findExecutable } from '../tools/process/findExecutable.ts';
import { agentGone, requestFailed, timeIsUp } from './agentErrors.ts';
import { createAgentPool, type PoolDeps, type PooledAgent, type StartableAgent } from './agentPool.ts';
import { type AgentDefinition, type AgentStore, agentFingerprint, valueAccount } from './definition.ts';
import { saveDefinition } from './editAgents.ts';
import { knownAgents } from './knownAgents.ts';
import { listSessions } from './session/listSessions.ts';
import { openSession } from './session/openSession.ts';
import { TimeIsUp, withinTime } from './timeLimit.ts';

export interface ExternalAgentsDeps extends Omit<PoolDeps, 'onChange'> {
  store: AgentStore;
  keychain: Keychain;
  /** Makes a value known to the secret mask. */
  remember(secret: string): void;
  /** Where agents work in conversations without a folder: one folder per conversation in it. */
  emptyFolders: string;
  home: string;
  servers: FindPassedServers;
}

/** Some agents connect to their account before they answer. */
const checkMs = 120_000;

/** The port, and what the settings page does. */
export interface ManagedAgents extends ExternalAgents {
  list(): Promise<AgentInfo[]>;
  /** Saves; a new approval is needed for whatever changes what runs. */
  save(agentId: string | null, input: AgentDefinitionInput): Promise<Result<AgentInfo>>;
  remove(agentId: string): Promise<Result<void>>;
  approve(agentId: string, fingerprint: string, allow: boolean): Promise<Result<AgentInfo>>;
  /**
   * Starts it afresh and opens a session in an empty folder: only that shows a missing sign-in, or one that was made
   * elsewhere. An aborted check ends the start that nobody else waits for.
   */
  check(agentId: string, signal?: AbortSignal): Promise<Result<AgentInfo>>;
  /** Stops its start for every caller. */
  cancelStart(agentId: string): Promise<Result<AgentInfo>>;
  /** An aborted sign-in is canceled in the agent, too. */
  signIn(agentId: string, signIn: string, signal?: AbortSignal): Promise<Result<AgentInfo>>;
  /** Something in `list` changed; batched. */
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

/** One value of a sentence, so that no translation breaks it. */
const allowCommand = (agentId: string): string => `throughline agents allow ${agentId}`;

/** Where a check opens its session. */
const checkFolder = 'check';

export function createExternalAgents(deps: ExternalAgentsDeps): ManagedAgents {
  const { store, keychain, env, home } = deps;
  const listeners = new Set<() => void>();
  let isClosed = false;
  let isDue = false;
  const pool = createAgentPool({ ...deps, onChange: notify });

  function notify(): void {
    if (isDue || isClosed) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      for (const listener of listeners) listener();
    });
  }

  async function definitions(): Promise<AgentDefinition[]> {
    const { agents } = await store.list();
    const stored = new Map(agents.map((agent) => [agent.id, agent]));
    const offered = knownAgents.map(({ id, name, command, install }): AgentDefinition => {
      const mine = stored.get(id);
      if (mine?.origin === 'known') return { ...mine, install };
      const unset = { variables: [], sandbox: null, receivesServers: false, approved: null };
      return { id, name, command, install, origin: 'known', ...unset };
    });
    const added = agents.filter(({ origin }) => origin !== 'known').map((agent) => ({ ...agent, install: null }));
    return [...offered, ...added];
  }

  async function located(definition: AgentDefinition) {
    const executable = await findExecutable(definition.command[0] ?? '', env);
    return { definition, executable, fingerprint: agentFingerprint(definition, executable) };
  }
  type Located = Awaited<ReturnType<typeof located>>;

  async function locate(agentId: string): Promise<Result<Located>> {
    const definition = (await definitions()).find(({ id }) => id === agentId);
    return definition
      ? ok(await located(definition))
      : fail('AGENT_NOT_FOUND', say`There is no agent with this ID. It may have been removed.`);
  }

  function infoOf({ definition, executable, fingerprint }: Located): AgentInfo {
    const { id, name, command, variables, origin, sandbox, receivesServers, install, approved } = definition;
    const isApproved = approved === fingerprint;
    const state = pool.state(id);
    const problem = state.problem === null ? {} : { problem: toUserTextData(state.problem) };
    const started = isApproved && executable !== null;
    return {
      id,
      name,
      command: [...command],
      variables: variables.map((variable) => variable.name),
      origin,
      status: executable === null ? 'missing' : isApproved ? state.status : 'unapproved',
      ...(started ? problem : {}),
      ...(started && state.version !== null ? { version: state.version } : {}),
      fingerprint,
      sandboxed: sandbox !== null,
      ...(sandbox === null ? {} : { opens: { paths: [...sandbox.paths], hosts: [...sandbox.hosts] } }),
      receivesServers,
      ...(install === null ? {} : { install }),
      ...(started && state.printed !== '' ? { printed: state.printed } : {}),
      signIns: started ? [...state.signIns] : [],
    };
  }

  async function infoFor(agentId: string): Promise<Result<AgentInfo>> {
    const location = await locate(agentId);
    return location.ok ? ok(infoOf(location.value)) : location;
  }

  /** Fails with what is missing. */
  async function startable(agentId: string): Promise<Result<StartableAgent>> {
    const location = await locate(agentId);
    if (!location.ok) return location;
    const { definition, executable, fingerprint } = location.value;
    const { name, command, install } = definition;
    if (executable === null) {
      const missing = say`${name} is not installed: ${command[0] ?? ''} was not found.`;
      return fail('AGENT_NOT_FOUND', install === null ? missing : say`${missing} To install it, run: ${install}`);
    }
    if (definition.approved !== fingerprint) {
      return fail(
        'AGENT_NOT_APPROVED',
        definition.approved === null
          ? say`${name} has not been allowed to run yet. Allow its command in Settings → Agents, or in a terminal: ${allowCommand(agentId)}`
          : say`The command of ${name} has changed since you allowed it. Check it in Settings → Agents, or in a terminal: ${allowCommand(agentId)}`,
      );
    }
    const variables = new Map<string, string>();
    for (const { name: variable, revision } of definition.variables) {
      const saved = revision === null ? ok(env[variable] ?? null) : await keychain.get(valueAccount(agentId, variable));
      if (!saved.ok) return saved;
      if (saved.value === null) {
        return fail(
          'AGENT_FAILED',
          say`${name} needs the variable ${variable}, which has no value. Enter it in the settings.`,
        );
      }
      deps.remember(saved.value);
      variables.set(variable, saved.value);
    }
    return ok({ definition, executable, fingerprint, variables });
  }

  async function folderOf({
    folder,
    conversationId,
  }: Pick<OpenAgentSession, 'folder' | 'conversationId'>): Promise<Result<{ process: string; session: string }>> {
    if (folder !== null) return ok({ process: folder, session: folder });
    const session = join(deps.emptyFolders, conversationId);
    try {
      await mkdir(session, { recursive: true, mode: 0o700 });
      return ok({ process: deps.emptyFolders, session });
    } catch (thrown) {
      return fail(
        'AGENT_FAILED',
        say`No folder could be created for the agent: ${thrown instanceof Error ? thrown : String(thrown)}.`,
      );
    }
  }

  /** Starts it without a conversation, in the home folder. */
  async function started(agentId: string, signal = new AbortController().signal): Promise<Result<PooledAgent>> {
    const agent = await startable(agentId);
    return agent.ok ? pool.get(agent.value, home, { signal }) : agent;
  }

  return {
    async find(agentId) {
      const info = await infoFor(agentId);
      return info.ok ? info.value : null;
    },

    async openSession(request) {
      const agent = await startable(request.agentId);
      if (!agent.ok) return agent;
      const { definition } = agent.value;
      if (request.folder !== null && !request.trusted && definition.sandbox === null) {
        return fail(
          'AGENT_FAILED',
          say`${definition.name} may run what the files of its folder say, and ${request.folder} is not trusted. Trust the folder, or let the agent run in the sandbox.`,
          { untrusted: true },
        );
      }
      const folder = await folderOf(request);
      if (!folder.ok) return folder;
      const pooled = await pool.get(agent.value, folder.value.process, request);
      if (!pooled.ok) return pooled;
      const servers = definition.receivesServers ? await deps.servers(request.projectId) : [];
      const place = { folder: folder.value.session, servers };
      const opened = await openSession(pooled.value, place, request, deps.clock);
      if (opened.ok) pool.reported(request.agentId, null);
      else if (opened.error.code !== 'ENGINE_ABORTED') pool.reported(request.agentId, opened.error);
      return opened;
    },

    async listSessions(): Promise<ListedAgentSession[]> {
      const lists = await Promise.all(pool.running().map((pooled) => listSessions(pooled, deps.clock)));
      // A check leaves a session behind that nobody used.
      const used = lists.flat().filter(({ folder }) => folder !== join(deps.emptyFolders, checkFolder));
      const byId = new Map(used.map((session) => [`${session.agentId}\n${session.sessionId}`, session]));
      return [...byId.values()].toSorted((one, other) => ((one.updatedAt ?? '') < (other.updatedAt ?? '') ? 1 : -1));
    },

    list: async () => Promise.all((await definitions()).map(async (definition) => infoOf(await located(definition)))),

    async save(agentId, input) {
      const saved = await saveDefinition(agentId, input, { store, keychain, remember: deps.remember });
      if (!saved.ok) return saved;
      await pool.end(saved.value);
      notify();
      return infoFor(saved.value);
    },

    async remove(agentId) {
      const location = await locate(agentId);
      if (!location.ok) return location;
      for (const { name, revision } of location.value.definition.variables) {
        if (revision !== null) await keychain.remove(valueAccount(agentId, name));
      }
      const removed = await store.change(agentId, () => ok(null));
      await pool.end(agentId);
      notify();
      return removed;
    },

    async approve(agentId, fingerprint, allow) {
      const location = await locate(agentId);
      if (!location.ok) return location;
      if (allow && location.value.fingerprint !== fingerprint) {
        return fail('AGENT_CHANGED', say`This command has changed in the meantime. Check it, and allow it again.`);
      }
      const { install: _install, ...definition } = location.value.definition;
      const changed = await store.change(agentId, (before) =>
        ok({ ...(before ?? definition), approved: allow ? fingerprint : null }),
      );
      if (!changed.ok) return changed;
      if (!allow) await pool.end(agentId);
      notify();
      return infoFor(agentId);
    },

    async check(agentId, signal = new AbortController().signal) {
      await pool.endIdle(agentId, null);
      const agent = await startable(agentId);
      const folder = await folderOf({ folder: null, conversationId: checkFolder });
      if (!folder.ok) return folder;
      const pooled = agent.ok ? await pool.get(agent.value, folder.value.process, { signal }) : agent;
      const tried = pooled.ok ? await trySession(pooled.value, folder.value.session, signal, deps.clock) : pooled;
      if (!tried.ok && !isShown(tried.error)) return tried;
      if (pooled.ok) pool.reported(agentId, tried.ok ? null : tried.error);
      return infoFor(agentId);
    },

    async cancelStart(agentId) {
      pool.cancelStarts(agentId);
      return infoFor(agentId);
    },

    async signIn(agentId, signIn, signal) {
      // A process that a conversation already uses is then signed in at once.
      const running = pool.running().find(({ agent }) => agent.definition.id === agentId);
      const pooled = running ? ok(running) : await started(agentId, signal);
      if (!pooled.ok) return pooled;
      const { connection, agent } = pooled.value;
      const { name } = agent.definition;
      const { signIns } = connection.abilities;
      const method = signIns.find(({ id }) => id === signIn);
      if (method?.type !== 'agent')
        return fail('NOT_SUPPORTED', say`${name} has no such way to sign in that the app could start.`);
      try {
        const ended = signal ? AbortSignal.any([signal, connection.gone]) : connection.gone;
        await connection.peer.request('authenticate', { methodId: signIn }, ended);
      } catch (thrown) {
        if (signal?.aborted) return fail('CANCELLED', say`The sign-in was stopped.`);
        return { ok: false, error: requestFailed({ name, signIns }, thrown, connection.peer.errorOf(thrown)) };
      }
      // The others read the new credentials when they start again.
      await pool.endIdle(agentId, pooled.value);
      pool.reported(agentId, null);
      return infoFor(agentId);
    },

    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    async close() {
      isClosed = true;
      await pool.close();
    },
  };
}

/** Opens a session that nothing uses. */
async function trySession(
  { connection: { peer, gone, abilities, ended, log }, agent }: PooledAgent,
  cwd: string,
  signal: AbortSignal,
  clock: ExternalAgentsDeps['clock'],
): Promise<Result<unknown>> {
  const { name } = agent.definition;
  const params = { cwd, mcpServers: [] };
  const both = AbortSignal.any([signal, gone]);
  try {
    return ok(await withinTime(clock, checkMs, both, (until) => peer.request('session/new', params, until)));
  } catch (thrown) {
    if (thrown instanceof TimeIsUp) return timeIsUp(name, checkMs);
    const how = ended();
    if (how !== null) return { ok: false, error: agentGone(name, how, log.lastPrinted()) };
    if (signal.aborted) return fail('ENGINE_ABORTED', say`${name} was not started because the run was stopped.`);
    return {
      ok: false,
      error: requestFailed({ name, signIns: abilities.signIns }, thrown, peer.errorOf(thrown)),
    };
  }
}

/** The agent's own problems are in its info. */
function isShown({ code }: AppError): boolean {
  return code === 'AGENT_FAILED' || code === 'AGENT_SIGNED_OUT';
}
