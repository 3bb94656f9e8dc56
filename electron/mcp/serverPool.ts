// The connections that there are: one for each server and project, made when it is first used and ended when what is
// configured no longer allows it, or allows something else.

import type { SecretMask } from '../lib/secretMask.ts';
import type { Clock } from '../ports/clock.ts';
import type { Keychain } from '../ports/keychain.ts';
import type { ProcessJournal } from '../ports/processes.ts';
import type { McpAuth } from './auth/mcpAuth.ts';
import { type ConfiguredServer, isUsable, type McpProject } from './config/configuredServers.ts';
import { expandConfig } from './config/expandConfig.ts';
import type { ServerConfig } from './config/serverConfig.ts';
import { dependsOnTrust } from './config/startFolder.ts';
import { createServerConnection, type ServerConnection } from './connection/serverConnection.ts';
import { createServerLog, type ServerLog } from './connection/serverLog.ts';

export interface PoolDeps {
  clock: Clock;
  env: Readonly<Record<string, string | undefined>>;
  keychain: Keychain;
  journal: ProcessJournal;
  mask: SecretMask;
  /** Told every secret that a server gets. */
  remember(secret: string): void;
  /** Null: nobody signs in. */
  auth: McpAuth | null;
  version: string;
  onChange(): void;
}

type Usable = ConfiguredServer & { config: ServerConfig };

export interface Pooled {
  server: Usable;
  projectId: string;
  connection: ServerConnection;
  log: ServerLog;
  /** When it was used first; milliseconds of the clock. */
  since: number;
}

export interface ServerPool {
  /** Made when there is none; one of another configuration, or that would be started elsewhere now, is ended first. */
  use(server: Usable, project: McpProject): Pooled;
  /** Null for `projectId`: of whichever project has one. */
  find(key: string, projectId: string | null): Pooled | null;
  /** Ends those of a server in every project. */
  end(key: string): Promise<void>;
  /** Ends what a project no longer allows: `servers` are those that it has now. */
  keepOnly(project: McpProject, servers: readonly ConfiguredServer[]): void;
  log(key: string): ServerLog;
  all(): Pooled[];
  close(): Promise<void>;
}

export function createServerPool(deps: PoolDeps): ServerPool {
  const pooled = new Map<string, Pooled & { folder: string | null; trusted: boolean }>();
  const logs = new Map<string, ServerLog>();
  const ending = new Set<Promise<void>>();
  const idOf = (key: string, projectId: string): string => `${projectId} ${key}`;

  function log(key: string): ServerLog {
    const made = logs.get(key) ?? createServerLog(() => deps.clock.now(), deps.mask);
    logs.set(key, made);
    return made;
  }

  function end(id: string): Promise<void> {
    const found = pooled.get(id);
    if (!found) return Promise.resolve();
    pooled.delete(id);
    const done = found.connection.close().finally(() => ending.delete(done));
    ending.add(done);
    return done;
  }

  function make(server: Usable, project: McpProject): ServerConnection {
    const { ref, key } = server;
    const id = idOf(key, project.id);
    const now = (): { folder: string | null; trusted: boolean } => pooled.get(id) ?? project;
    const folder = (): string | null => now().folder;
    return createServerConnection({
      name: ref.name,
      version: deps.version,
      clock: deps.clock,
      env: deps.env,
      journal: deps.journal,
      log: log(key),
      authProvider: (address) => deps.auth?.providerFor(ref, address) ?? null,
      config: () => {
        const { env, keychain, remember } = deps;
        return expandConfig(server, { env, keychain, remember, folder: folder(), trusted: now().trusted });
      },
      folder,
      startFolder: server.startFolder,
      onChange: deps.onChange,
    });
  }

  /** Whether what runs is what would be started now. */
  function isSame(before: Pooled & { trusted: boolean }, server: Usable, project: McpProject): boolean {
    const { hash, config, startFolder } = before.server;
    if (hash !== server.hash || startFolder !== server.startFolder) return false;
    if (config.timeoutSeconds !== server.config.timeoutSeconds) return false;
    return before.trusted === project.trusted || !dependsOnTrust(server);
  }

  return {
    log,
    use(server, project) {
      const id = idOf(server.key, project.id);
      const before = pooled.get(id);
      const isThere = before?.folder === project.folder || server.ref.origin.type === 'global';
      if (before && isThere && isSame(before, server, project)) {
        const hasMoved = before.folder !== project.folder;
        before.folder = project.folder;
        before.trusted = project.trusted;
        if (hasMoved) before.connection.rootsChanged();
        return before;
      }
      void end(id);
      const made = {
        server,
        projectId: project.id,
        folder: project.folder,
        trusted: project.trusted,
        connection: make(server, project),
        log: log(server.key),
        since: deps.clock.elapsed(),
      };
      pooled.set(id, made);
      return made;
    },
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
