// Pool of connections: one per server and project, created on first use, and ended when the configuration changes or no
// longer allows it.

import { projectOfOrigin } from '../../shared/features/mcp/serverOrigin.ts';
import type { Environment } from '../lib/environment.ts';
import type { SecretMask } from '../lib/secretMask.ts';
import type { Clock } from '../ports/clock.ts';
import type { Keychain } from '../ports/keychain.ts';
import type { ProcessJournal } from '../ports/processes.ts';
import type { Sandbox } from '../ports/sandbox.ts';
import { createServerLog, type ServerLog } from '../tools/process/serverLog.ts';
import type { McpAuth } from './auth/mcpAuth.ts';
import { isUsable } from './config/configuredServers.ts';
import { expandConfig } from './config/expandConfig.ts';
import type { ConfiguredServer, McpProject, ServerConfig } from './config/serverConfig.ts';
import { dependsOnTrust } from './config/startFolder.ts';
import { findReferences } from './config/variables.ts';
import { createServerConnection, type ServerConnection } from './connection/serverConnection.ts';

export interface PoolDeps {
  clock: Clock;
  env: Environment;
  keychain: Keychain;
  journal: ProcessJournal;
  /** Null if unavailable here. */
  sandbox: Sandbox | null;
  mask: SecretMask;
  /** Registers servers' secrets for masking. */
  remember(secret: string): void;
  /** Null without sign-in. */
  auth: McpAuth | null;
  version: string;
  onChange(): void;
  /** A server's prompts or resources changed. */
  onOffersChange(): void;
}

/** For a new chat that has no project yet. */
export const noProject = '';

type Usable = ConfiguredServer & { config: ServerConfig };

export interface PoolEntry {
  server: Usable;
  projectId: string;
  connection: ServerConnection;
  log: ServerLog;
  /** When it was first used, in clock ms. */
  since: number;
  /** Started as a test, and not yet used by a project. */
  onTrial: boolean;
}

export interface ServerPool {
  /** Returns the connection, creating it if necessary; first ends one with another configuration or start folder. */
  use(server: Usable, project: McpProject): PoolEntry;
  /** The same, as a test: the first project to use it takes it over, if it would be the same there. */
  try(server: Usable, project: McpProject): PoolEntry;
  /** `projectId` null: from any project. */
  find(key: string, projectId: string | null): PoolEntry | null;
  /** Ends a server in every project. */
  end(key: string): Promise<void>;
  /** Ends what a project no longer allows; `servers`: its current ones. */
  keepOnly(project: McpProject, servers: readonly ConfiguredServer[]): void;
  log(key: string): ServerLog;
  all(): PoolEntry[];
  close(): Promise<void>;
}

interface PooledConnection extends PoolEntry {
  folder: string | null;
  trusted: boolean;
  /** The server requested the project folder and may have used it. */
  knowsFolder: boolean;
}

export function createServerPool(deps: PoolDeps): ServerPool {
  const pooled = new Map<string, PooledConnection>();
  const logs = new Map<string, ServerLog>();
  const ending = new Set<Promise<void>>();
  const idOf = (key: string, projectId: string): string => `${projectId} ${key}`;

  function log(key: string): ServerLog {
    const log = logs.get(key) ?? createServerLog(() => deps.clock.now(), deps.mask);
    logs.set(key, log);
    return log;
  }

  function end(id: string): Promise<void> {
    const entry = pooled.get(id);
    if (!entry) return Promise.resolve();
    pooled.delete(id);
    const done = entry.connection.close().finally(() => ending.delete(done));
    ending.add(done);
    return done;
  }

  function make(server: Usable, project: McpProject, onTrial: boolean): PooledConnection {
    const { ref, key } = server;
    const { env, keychain, remember } = deps;
    const connection = createServerConnection({
      name: ref.name,
      version: deps.version,
      clock: deps.clock,
      env: deps.env,
      journal: deps.journal,
      sandbox: deps.sandbox,
      log: log(key),
      authProvider: (address) => deps.auth?.providerFor(ref, address) ?? null,
      config: () => expandConfig(server, { env, keychain, remember, folder: created.folder, trusted: created.trusted }),
      folder: () => {
        created.knowsFolder = true;
        return created.folder;
      },
      startFolder: server.startFolder,
      onChange: deps.onChange,
      onOffersChange: deps.onOffersChange,
    });
    const { id: projectId, folder, trusted } = project;
    const since = deps.clock.elapsed();
    const created: PooledConnection = {
      ...{ server, projectId, folder, trusted, connection, log: log(key), since, onTrial },
      knowsFolder: false,
    };
    return created;
  }

  /** Whether the running server matches what would be started now. */
  function isSame(before: PoolEntry & { trusted: boolean }, server: Usable, project: McpProject): boolean {
    const { hash, config, startFolder } = before.server;
    if (hash !== server.hash || startFolder !== server.startFolder) return false;
    if (config.timeoutSeconds !== server.config.timeoutSeconds) return false;
    return before.trusted === project.trusted || !dependsOnTrust(server);
  }

  /**
   * Takes over a server on trial in another project, unless its configuration depends on the project or it has
   * requested the folder.
   */
  function takeOver(server: Usable, project: McpProject): PooledConnection | null {
    if (projectOfOrigin(server.ref.origin) !== null || dependsOnFolder(server)) return null;
    const onTrialEntry = [...pooled].find(
      ([, one]) => one.server.key === server.key && one.onTrial && (!one.knowsFolder || one.projectId === noProject),
    );
    if (!onTrialEntry || !isSame(onTrialEntry[1], server, project)) return null;
    const [id, one] = onTrialEntry;
    pooled.delete(id);
    pooled.set(idOf(server.key, project.id), Object.assign(one, { projectId: project.id, folder: project.folder }));
    // It had no folder to look at before.
    if (one.knowsFolder) one.connection.rootsChanged();
    return one;
  }

  /** Updates it for the project; false if it has to be replaced. */
  function update(before: PooledConnection, server: Usable, project: McpProject): boolean {
    const isThere = before.folder === project.folder || projectOfOrigin(server.ref.origin) === null;
    if (!isThere || !isSame(before, server, project)) return false;
    const hasMoved = before.folder !== project.folder;
    before.folder = project.folder;
    before.trusted = project.trusted;
    if (hasMoved) before.connection.rootsChanged();
    return true;
  }

  function add(server: Usable, project: McpProject, onTrial: boolean): PooledConnection {
    const id = idOf(server.key, project.id);
    void end(id);
    const created = make(server, project, onTrial);
    pooled.set(id, created);
    return created;
  }

  return {
    log,
    use(server, project) {
      const existing = pooled.get(idOf(server.key, project.id)) ?? takeOver(server, project);
      const used = existing && update(existing, server, project) ? existing : add(server, project, false);
      used.onTrial = false;
      return used;
    },
    try: (server, project) => add(server, project, true),
    find(key, projectId) {
      if (projectId !== null) return pooled.get(idOf(key, projectId)) ?? null;
      return [...pooled.values()].find(({ server }) => server.key === key) ?? null;
    },
    async end(key) {
      const ids = [...pooled].filter(([, { server }]) => server.key === key).map(([id]) => id);
      await Promise.all(ids.map(end));
    },
    keepOnly(project, servers) {
      for (const [id, one] of pooled) {
        if (one.projectId !== project.id) continue;
        const now = servers.find(({ key }) => key === one.server.key);
        if (!now || !isUsable(now) || !isSame(one, now, project)) void end(id);
      }
    },
    all: () => [...pooled.values()],
    async close() {
      for (const id of pooled.keys()) void end(id);
      await Promise.all(ending);
    },
  };
}

function dependsOnFolder({ raw }: Usable): boolean {
  return findReferences(JSON.stringify(raw)).some(({ kind }) => kind === 'folder');
}
