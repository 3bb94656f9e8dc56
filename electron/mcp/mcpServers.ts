// The MCP servers: configuration, connections and tools. Listing starts nothing; a request starts approved servers.

import { fail, ok, type Result } from '../../shared/core/errors.ts';
import { type Sentence, SentenceSet, say, toUserTextData } from '../../shared/core/sentence.ts';
import type { McpServerInfo, McpServerRef } from '../../shared/features/mcp/methods.ts';
import { projectOfOrigin } from '../../shared/features/mcp/serverOrigin.ts';
import type { Settings } from '../../shared/features/settings/settings.ts';
import type { SlashScope } from '../ports/slash.ts';
import type { Tool } from '../ports/tool.ts';
import { createServerApps } from './apps/serverApps.ts';
import { configuredServers, isUsable, serverKey } from './config/configuredServers.ts';
import { expandAddress } from './config/expandConfig.ts';
import { redactEntry } from './config/fingerprint.ts';
import type { McpFiles } from './config/mcpFiles.ts';
import type { ConfiguredServer, McpProject } from './config/serverConfig.ts';
import { approveServer, removeServer, saveServer, setServerEnabled } from './editServers.ts';
import { createLentServers } from './lentServers.ts';
import {
  createToolCache,
  exceedsToolLimit,
  missingServerNotices,
  waitForServers,
  withToolSearch,
} from './offeredTools.ts';
import { type CandidateSource, findCandidates } from './otherClients/candidates.ts';
import { passableServers } from './passableServers.ts';
import { createPromptSource } from './prompts/promptSource.ts';
import { createMcpResources } from './resources/mcpResources.ts';
import { serverInfo } from './serverInfo.ts';
import { createServerPool, noProject, type PoolDeps, type PoolEntry } from './serverPool.ts';
import type { McpServers } from './servers.ts';
import { isCallName } from './tools/callNames.ts';

export interface McpServersDeps extends Omit<PoolDeps, 'onChange' | 'onOffersChange'> {
  files: McpFiles;
  projects(): Promise<McpProject[]>;
  settings(): Promise<Settings>;
  /** Enables or disables a tool by its call name. */
  switchTool(callName: string, enabled: boolean): Promise<Result<unknown>>;
  /** The user's home folder, to find other apps' configuration. */
  home: string;
  platform: NodeJS.Platform;
  /** Prompts or resources changed, or a pending server answered. */
  onOffersChange(): void;
}

/** How long a restarted server may take to list its prompts and resources. */
const offersMs = 3000;

export function createMcpServers(deps: McpServersDeps): McpServers {
  const { files, clock, keychain, auth, home } = deps;
  const listeners = new Set<() => void>();
  let isClosed = false;
  /** Batches changes. */
  const notify = createBatcher(() => {
    for (const listener of listeners) listener();
  });
  const offersChanged = createBatcher(deps.onOffersChange);
  const pool = createServerPool({ ...deps, onChange: notify, onOffersChange: offersChanged });
  const toolsOf = createToolCache(clock, files);
  const lent = createLentServers(home);
  const edit = { files, keychain, clock };
  auth?.onChange((server) => {
    const key = serverKey(server);
    for (const { server: of, connection } of pool.all()) if (of.key === key) void connection.ready({ now: true });
    notify();
  });

  function createBatcher(tell: () => void): () => void {
    let isDue = false;
    return () => {
      if (isDue || isClosed) return;
      isDue = true;
      setImmediate(() => {
        isDue = false;
        tell();
      });
    };
  }

  async function projectOf(projectId: string | null): Promise<McpProject | null> {
    if (projectId === null) return null;
    return (await deps.projects()).find(({ id }) => id === projectId) ?? null;
  }

  /** Ends every server that is no longer configured, approved or trusted, in all projects. */
  async function reconcile(): Promise<void> {
    const used = [...new Set(pool.all().map(({ projectId }) => projectId))];
    if (used.length === 0) return;
    const projects = await deps.projects();
    for (const id of used) {
      const project = projects.find((one) => one.id === id) ?? { id, folder: null, trusted: false };
      const isCurrent = projects.includes(project) || id === noProject;
      const { servers } = isCurrent
        ? await configuredServers(files, id === noProject ? null : project, home)
        : { servers: [] };
      pool.keepOnly(project, [...servers, ...lent.of(null, project)]);
    }
  }

  /** The address with variables replaced; null: no address, or a missing variable. */
  async function addressOf({ config, ...server }: ConfiguredServer): Promise<string | null> {
    if (config?.transport !== 'http') return null;
    const { env, remember } = deps;
    const expanding = { env, keychain, remember, folder: server.folder, trusted: server.trusted };
    const address = await expandAddress({ ...server, config }, expanding);
    return address.ok ? address.value : null;
  }

  async function find(ref: McpServerRef): Promise<Result<ConfiguredServer>> {
    const projectId = projectOfOrigin(ref.origin);
    const project = projectId === null ? null : await projectOf(projectId);
    const { servers } = await configuredServers(files, project, home);
    const server = servers.find((server) => server.key === serverKey(ref));
    return server
      ? ok(server)
      : fail('NOT_SUPPORTED', say`There is no server named ${JSON.stringify(ref.name)} there.`);
  }

  async function infoOf(server: ConfiguredServer, settings: Settings): Promise<McpServerInfo> {
    const pooled = pool.find(server.key, projectOfOrigin(server.ref.origin));
    const tools = pooled ? toolsOf(pooled) : [];
    return serverInfo(server, {
      connection: pooled
        ? {
            ...pooled.connection.info(),
            tools: pooled.connection.tools(),
            prompts: pooled.connection.prompts(),
            resources: pooled.connection.resources(),
            notices: [...pooled.connection.notices(), ...tools.flatMap(({ notice }) => notice ?? [])],
          }
        : null,
      isEnabled: (name) => !settings.disabledTools.includes(name),
      deferred: pooled !== null && exceedsToolLimit(toolsInProject(pooled, tools), settings),
      env: deps.env,
      signIn: await signInOf(server),
    });
  }

  /** With the project's other servers, since the tool limit applies to all together. */
  function toolsInProject(pooled: PoolEntry, tools: readonly Tool[]): readonly Tool[] {
    const otherEntries = pool.all().filter((other) => other !== pooled && other.projectId === pooled.projectId);
    return [...tools, ...otherEntries.flatMap(toolsOf)];
  }

  async function signInOf(server: ConfiguredServer) {
    const { ref } = server;
    const address = auth ? await addressOf(server) : null;
    if (!auth || address === null) return null;
    return { state: await auth.state(ref, address), url: auth.signInUrl(ref), problem: auth.problem(ref) };
  }

  async function answer(ref: McpServerRef): Promise<Result<McpServerInfo>> {
    notify();
    offersChanged();
    const server = await find(ref);
    return server.ok ? ok(await infoOf(server.value, await deps.settings())) : server;
  }

  /** Applies a change, ends the server's connections, and returns its new state. */
  async function changing(
    ref: McpServerRef,
    change: (server: ConfiguredServer) => Promise<Result<unknown>>,
  ): Promise<Result<McpServerInfo>> {
    const server = await find(ref);
    if (!server.ok) return server;
    const done = await change(server.value);
    if (!done.ok) return done;
    await pool.end(server.value.key);
    return answer(ref);
  }

  const save: McpServers['save'] = async (toSave, { isApproved } = { isApproved: true }) => {
    const { server: ref } = toSave;
    const saved = await saveServer(toSave, edit, isApproved);
    if (!saved.ok) return saved;
    await pool.end(serverKey(ref));
    // Whoever saves has seen it: approve its project files in their current state.
    const server = await find(ref);
    if (isApproved && server.ok && Object.keys(server.value.files).length > 0) {
      const approved = await approveServer(server.value, server.value.hash, edit);
      if (!approved.ok) return approved;
    }
    return answer(ref);
  };

  /**
   * A project's servers and the connections of those that may run: starts them all, or returns the existing ones.
   * `names`: restricts use to these; others stay known by name, so that a call can explain why it fails.
   */
  async function serversOf(
    scope: Omit<McpProject, 'id'> & { conversationId: string | null; projectId: string; projectFolder?: string | null },
    start: boolean,
    names?: readonly string[] | null,
  ) {
    await reconcile();
    // Trust may have been withdrawn since the request started.
    const trusted = scope.trusted && (await projectOf(scope.projectId))?.trusted !== false;
    // A worktree uses its project's servers, in the project's folder.
    const folder = scope.folder === null ? null : (scope.projectFolder ?? scope.folder);
    const project: McpProject = { id: scope.projectId, folder, trusted };
    // A new chat without a folder has no project yet, so it gets the global servers.
    const isNew = scope.projectId === noProject;
    const read = await configuredServers(files, isNew ? null : project, home);
    const own = scope.conversationId === null ? [] : lent.of(scope.conversationId, project);
    // A lent server takes the place of a configured one with its name.
    const configured = read.servers.filter(({ ref }) => !own.some((server) => server.ref.name === ref.name));
    const usable = [...own, ...configured].filter(isUsable);
    const allowed = usable.filter(({ ref }) => names?.includes(ref.name) ?? true);
    const existing = (servers: typeof usable) => servers.flatMap(({ key }) => pool.find(key, project.id) ?? []);
    const used = start
      ? allowed.map((server) =>
          isNew ? (pool.find(server.key, null) ?? pool.try(server, project)) : pool.use(server, project),
        )
      : existing(allowed);
    return { ...read, used, others: existing(usable.filter((server) => !allowed.includes(server))) };
  }

  const offers = {
    clock,
    servers: async (scope: SlashScope) => (isClosed ? [] : (await serversOf(scope, scope.preview !== true)).used),
    answered: offersChanged,
  };

  /** Candidates from other apps' files. */
  async function inOtherFiles(projectId: string | null): Promise<CandidateSource[]> {
    const project = await projectOf(projectId);
    const { servers } = await configuredServers(files, project, home);
    const knownNames = new Set(servers.map(({ ref }) => ref.name));
    const { platform, env } = deps;
    return findCandidates({ files, home, platform, env, folder: project?.folder ?? null, existingNames: knownNames });
  }

  return {
    apps: createServerApps({
      files,
      connected: async (scope) => (isClosed ? [] : (await serversOf(scope, false)).used),
    }),
    prompts: createPromptSource(offers),
    resources: createMcpResources(offers),

    async toolsFor(scope) {
      if (isClosed) return { tools: [], deferred: false, problems: [] };
      const { servers, problems, used, others } = await serversOf(scope, scope.start, scope.servers);
      if (scope.start) await waitForServers(used, clock, scope.waiting);
      const settings = await deps.settings();
      const callable = (): Tool[] =>
        used.flatMap(toolsOf).filter(({ name, appOnly }) => !appOnly && !settings.disabledTools.includes(name));
      const deferred = exceedsToolLimit(callable(), settings);
      const all = [...used, ...others].flatMap(toolsOf);
      const wrong = [...problems, ...(scope.start ? missingServerNotices(used) : []), ...waiting(servers)];
      return { tools: deferred ? withToolSearch(all, callable) : all, deferred, problems: wrong };
    },

    async list(projectId) {
      await reconcile();
      const settings = await deps.settings();
      const one = await projectOf(projectId);
      const projects = projectId === null ? [null, ...(await deps.projects())] : [one];
      const seenPaths = new Set<string>();
      const servers: McpServerInfo[] = [];
      const problems = new SentenceSet();
      for (const project of projects) {
        const read = await configuredServers(files, project, home);
        for (const problem of read.problems) problems.add(problem);
        for (const server of read.servers) {
          if (seenPaths.has(server.key)) continue;
          seenPaths.add(server.key);
          servers.push(await infoOf(server, settings));
        }
      }
      return { servers, problems: [...problems].map((problem) => toUserTextData(problem)) };
    },

    save,

    async remove(ref) {
      const server = await find(ref);
      if (!server.ok) return server;
      await pool.end(server.value.key);
      const address = auth ? await addressOf(server.value) : null;
      if (auth && address !== null) await auth.signOut(ref, address);
      const removal = await removeServer(server.value, edit);
      notify();
      offersChanged();
      return removal;
    },

    enable: (ref, enabled) => changing(ref, (server) => setServerEnabled(server, enabled, edit)),
    approve: (ref, hash) => changing(ref, (server) => approveServer(server, hash, edit)),

    async enableTool(ref, toolName, enabled) {
      if (!isCallName(toolName))
        return fail('SETTINGS_INVALID', say`${JSON.stringify(toolName)} is not a tool of an MCP server.`);
      const switched = await deps.switchTool(toolName, enabled);
      return switched.ok ? answer(ref) : switched;
    },

    async restart(ref, projectId = null) {
      const current = await find(ref);
      if (!current.ok) return current;
      const server = current.value;
      if (!isUsable(server))
        return fail('NOT_SUPPORTED', say`${ref.name} is not started: it is turned off or not approved.`);
      const ofProject = projectOfOrigin(server.ref.origin);
      const ids = pool.all().flatMap((one) => (one.server.key === server.key && !one.onTrial ? [one.projectId] : []));
      const projectIds = ofProject === null ? ids : [ofProject];
      const projects = await deps.projects();
      const running = projects.filter(({ id }) => projectIds.includes(id));
      await pool.end(server.key);
      // Tries a global server that runs nowhere yet in the current project, or in any.
      const project = projects.find(({ id }) => id === projectId) ?? projects[0];
      const trial = running.length === 0 && ofProject === null && project ? [pool.try(server, project)] : [];
      const entries = [...running.map((project) => pool.use(server, project)), ...trial];
      await Promise.all(
        entries.map(async ({ connection }) => {
          await connection.ready({ now: true });
          await Promise.race([connection.offersListed(), clock.wait(offersMs)]);
        }),
      );
      return answer(ref);
    },

    async logs(ref) {
      const server = await find(ref);
      return server.ok ? ok(pool.log(server.value.key).lines()) : server;
    },

    async signIn(ref) {
      const server = await find(ref);
      if (!server.ok) return server;
      const address = auth && isUsable(server.value) ? await addressOf(server.value) : null;
      if (!auth || address === null) {
        return fail('NOT_SUPPORTED', say`${ref.name} does not use sign-in.`);
      }
      return auth.signIn(ref, address);
    },

    async signOut(ref) {
      return changing(ref, async (server) => {
        const address = auth ? await addressOf(server) : null;
        return auth && address !== null ? auth.signOut(ref, address) : ok(undefined);
      });
    },

    shown: async (configuration) => redactEntry(configuration),

    async lend(conversationId, servers) {
      const lending = lent.lend(conversationId, servers);
      if (!lending.ok) return lending;
      offersChanged();
      return ok(async () => {
        await Promise.all(lent.takeBack(conversationId).map((key) => pool.end(key)));
      });
    },

    passable: async (projectId) => passableServers(files, await projectOf(projectId), home, deps),

    async candidates(projectId) {
      return (await inOtherFiles(projectId)).map(({ candidate }) => candidate);
    },

    async take(ref, candidateId, projectId) {
      const candidate = (await inOtherFiles(projectId)).find(({ candidate: { id } }) => id === candidateId);
      if (!candidate || candidate.candidate.problem !== null) {
        return fail(
          'SETTINGS_INVALID',
          say`${ref.name} has changed since it was shown. Nothing was saved; check it again.`,
        );
      }
      return save({ server: ref, configuration: JSON.stringify(candidate.raw), secrets: {}, isNew: true });
    },

    projectsChanged() {
      void reconcile();
    },

    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    async close() {
      isClosed = true;
      auth?.close();
      await pool.close();
    },
  };
}

/** Servers that await the user's decision, so that missing tools are explained. */
function waiting(servers: readonly ConfiguredServer[]): Sentence[] {
  return servers
    .filter((server) => server.config && !server.disabled && !server.shadowed && server.trusted && !server.approved)
    .map(({ ref, changed: isChanged }) =>
      isChanged
        ? say`The MCP server ${ref.name} was not started: it has changed since you approved it.`
        : say`The MCP server ${ref.name} was not started: you have not approved it.`,
    );
}
