// The MCP servers: what is configured, what runs, and their tools.

import { fail } from '../../shared/errors.ts';
import type { Log } from '../lib/log.ts';
import type { Clock } from '../ports/clock.ts';
import type { Keychain } from '../ports/keychain.ts';
import type { McpServers } from '../ports/mcp.ts';
import type { Native } from '../ports/native.ts';

export function createMcpServers(_deps: {
  dataDir: string;
  clock: Clock;
  env: Record<string, string | undefined>;
  keychain: Keychain;
  native: Native;
  log: Log;
}): McpServers {
  const none = async () => fail('NOT_SUPPORTED', 'There is no such server.');
  return {
    toolsFor: async () => ({ tools: [], deferred: false, problems: [] }),
    list: async () => ({ servers: [], problems: [] }),
    save: none,
    remove: none,
    enable: none,
    enableTool: none,
    approve: none,
    restart: none,
    logs: none,
    signIn: none,
    signOut: none,
    candidates: async () => [],
    onChange: () => () => {},
    close: async () => {},
  };
}
