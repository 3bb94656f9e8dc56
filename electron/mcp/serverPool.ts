// The connections that there are: one for each server and project, made when it is first used and ended when what is
// configured no longer allows it, or allows something else.

import { homedir } from 'node:os';
import type { SecretMask } from '../lib/secretMask.ts';
import type { Clock } from '../ports/clock.ts';
import type { Keychain } from '../ports/keychain.ts';
import type { ProcessJournal } from '../ports/processes.ts';
import type { McpAuth } from './auth/mcpAuth.ts';
import { type ConfiguredServer, isUsable, type McpProject } from './config/configuredServers.ts';
import { expandConfig } from './config/expandConfig.ts';
import type { ServerConfig } from './config/serverConfig.ts';
import { createServerConnection, type ServerConnection } from './connection/serverConnection.ts';
import { createServerLog, type ServerLog } from './connection/serverLog.ts';

export interface PoolDeps {
  clock: Clock;
  env: Readonly<Record<string, string | undefined>>;
  keychain: Keychain;
  journal: ProcessJournal;
  mask: SecretMask;
  /** Null: nobody signs in. */
  auth: McpAuth | null;
  version: string;
  onChange(): void;
}

export interface Pooled {
  server: ConfiguredServer & { config: ServerConfig };
  projectId: string;
  connection: ServerConnection;
  log: ServerLog;
  /** When it was used first; milliseconds of the clock. */
  since: number;
}

export interface ServerPool {
  /** Made when there is none; one of another configuration is ended first. */
  use(server: ConfiguredServer & { config: ServerConfig }, project: McpProject): Pooled;
  /** Null for `projectId`: of whichever project has one. */
  find(key: string, projectId: string | null): Pooled | null;
  /** Ends those of a server in every project. */
  end(key: string): Promise<void>;
  /** Ends what the configuration of a project no longer allows. */
  keepOnly(projectId: string, servers: readonly ConfiguredServer[]): void;
  log(key: string): ServerLog;
  all(): Pooled[];
  close(): Promise<void>;
}

export function createServerPool(deps: PoolDeps): ServerPool {
  const pooled = new Map<string, Pooled & { folder: string | null }>();
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

  function make(server: ConfiguredServer & { config: ServerConfig }, project: McpProject): ServerConnection {
    const { ref, key } = server;
    const id = idOf(key, project.id);
    const folder = (): string | null => pooled.get(id)?.folder ?? project.folder;
    return createServerConnection({
      name: ref.name,
      version: deps.version,
      clock: deps.clock,
      env: deps.env,
      journal: deps.journal,
      log: log(key),
      authProvider: (address) => deps.auth?.providerFor(ref, address) ?? null,
      config: () => expandConfig(server, { env: deps.env, keychain: deps.keychain, folder: folder() }),
      folder,
      startFolder: ref.origin.type === 'global' ? homedir() : project.folder,
      onChange: deps.onChange,
    });
  }

  return {
    log,
    use(server, project) {
      const id = idOf(server.key, project.id);
      const before = pooled.get(id);
      const isSame =
        before?.server.hash === server.hash && before.server.config.timeoutSeconds === server.config.timeoutSeconds;
      if (before && isSame && (before.folder === project.folder || server.ref.origin.type === 'global')) {
        if (before.folder !== project.folder) {
          before.folder = project.folder;
          before.connection.rootsChanged();
        }
        return before;
      }
      void end(id);
      const made = {
        server,
        projectId: project.id,
        folder: project.folder,
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
    keepOnly(projectId, servers) {
      for (const [id, { server, projectId: of }] of pooled) {
        if (of !== projectId) continue;
        const now = servers.find(({ key }) => key === server.key);
        if (!now || !isUsable(now) || now.hash !== server.hash) void end(id);
      }
    },
    all: () => [...pooled.values()],
    async close() {
      for (const id of pooled.keys()) void end(id);
      await Promise.all(ending);
    },
  };
}
