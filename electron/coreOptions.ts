// Options of the core: where its data is, whether a user is present, and replacements for default parts by a host or
// test.

import type { DownloadGuards } from './features/plugins/source/download.ts';
import type { WebSearchGuards } from './features/webSearch/webSearch.ts';
import type { Recorder } from './interop/scenario/recorder.ts';
import type { Scenario } from './interop/scenario/schema.ts';
import type { Log, LogFiles } from './lib/log.ts';
import type { SecretMask } from './lib/secretMask.ts';
import type { McpServers } from './mcp/servers.ts';
import type { ExternalAgents } from './ports/externalAgents.ts';
import type { Native } from './ports/native.ts';
import type { TokenCounter } from './ports/tokens.ts';
import type { DataKey, Disk } from './stores/files/disk.ts';

export interface CoreOptions {
  dataDir: string;
  env: Record<string, string | undefined>;
  log: Log;
  /** The log files; default: none. */
  logFiles?: LogFiles;
  /** False for a run without a user: every question is answered with no. */
  person: boolean;
  /** No user is there, but one will continue the conversation: a call that needs an answer stays open, and its run ends. */
  answersLater?: boolean;
  /** An invalid request throws instead of being repaired. Default: in development and tests. */
  strict?: boolean;
  /** The host's desktop features; default: none. */
  native?: Native;
  /** The store's file system; default: the machine's own. */
  disk?: Disk;
  /** Encrypts the data; null or absent: it is plain. */
  dataKey?: DataKey | null | undefined;
  /** The app's version, stored with replies and sent to MCP servers. */
  version?: string;
  /** The MCP servers; default: those configured on this machine. */
  mcp?: McpServers;
  /** Agents of other vendors; default: those that are installed or added on this machine. */
  externalAgents?: ExternalAgents | undefined;
  /** The demo model's script, which also makes it the default for new conversations. */
  scenario?: Scenario | undefined;
  /** Records each exchange with a provider; created with the secret mask. */
  record?: (mask: SecretMask) => Recorder;
  /** Counts tokens; the caller closes it. Default: the core's own. */
  tokens?: TokenCounter;
  /** For tests: addresses of the web search services. */
  webSearchDoors?: WebSearchGuards | undefined;
  /** For tests: what packages of plugins may be fetched from. */
  pluginGuards?: DownloadGuards | undefined;
}
