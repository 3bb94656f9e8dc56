// Servers that a client of the app passes for one conversation, such as an editor for its session. They follow the same rules
// as configured ones, except that passing them is the approval: the client runs programs on the user's behalf anyway. Their
// configuration is never written to a file.

import { ok, type Result } from '../../shared/core/errors.ts';
import { say } from '../../shared/core/sentence.ts';
import { toolFailure } from '../tools/toolOutput.ts';
import { configurationHash } from './config/fingerprint.ts';
import { type ConfiguredServer, isValidServerName, type McpProject, parseServerConfig } from './config/serverConfig.ts';
import { startFolderOf } from './config/startFolder.ts';

export interface LentServer {
  name: string;
  /** As an entry under `mcpServers`. Its values are literal: nothing in them is a variable. */
  raw: unknown;
}

export interface LentServers {
  /** Replaces those of the conversation. SETTINGS_INVALID names the first invalid one; nothing is lent then. */
  lend(conversationId: string, servers: readonly LentServer[]): Result<void>;
  /** Returns the keys of those that no other conversation has. */
  takeBack(conversationId: string): string[];
  /** `conversationId` null: of every conversation. */
  of(conversationId: string | null, project: McpProject): ConfiguredServer[];
}

export function createLentServers(home: string): LentServers {
  const lent = new Map<string, readonly LentServer[]>();

  function configured({ name, raw }: LentServer, project: McpProject): ConfiguredServer[] {
    const parsed = parseServerConfig(raw);
    if (!parsed.ok) return [];
    const hash = configurationHash(parsed.value, null);
    const origin = { type: 'project', projectId: project.id } as const;
    return [
      {
        ref: { origin, name },
        key: keyOf(name, hash),
        raw,
        config: parsed.value,
        problem: null,
        folder: project.folder,
        startFolder: startFolderOf(origin, project, home),
        hash,
        files: {},
        changedFiles: [],
        approved: true,
        changed: false,
        disabled: parsed.value.disabled,
        trusted: true,
        shadowed: false,
        literal: true,
      },
    ];
  }

  return {
    lend(conversationId, servers) {
      const names = new Set<string>();
      for (const { name, raw } of servers) {
        if (!isValidServerName(name) || names.has(name)) {
          return toolFailure(say`${JSON.stringify(name)} is not a valid name for a server, or is used twice.`);
        }
        names.add(name);
        const parsed = parseServerConfig(raw);
        if (!parsed.ok) return toolFailure(say`${name}: ${parsed.error.message}`);
      }
      lent.set(conversationId, servers);
      return ok(undefined);
    },
    takeBack(conversationId) {
      const keys = keysOf(lent.get(conversationId) ?? []);
      lent.delete(conversationId);
      const others = new Set([...lent.values()].flatMap(keysOf));
      return keys.filter((key) => !others.has(key));
    },
    of: (conversationId, project) =>
      [...lent].flatMap(([id, servers]) =>
        conversationId === null || id === conversationId
          ? servers.flatMap((server) => configured(server, project))
          : [],
      ),
  };
}

/** The same for the same server in a later session, so that permissions for it still apply; another one for a changed one. */
function keyOf(name: string, hash: string): string {
  return `lent:${hash}:${name}`;
}

function keysOf(servers: readonly LentServer[]): string[] {
  return servers.flatMap(({ name, raw }) => {
    const parsed = parseServerConfig(raw);
    return parsed.ok ? [keyOf(name, configurationHash(parsed.value, null))] : [];
  });
}
