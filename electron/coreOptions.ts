// What the core is made with: where its data is, who is there, and what a host or a test puts in the place of the usual parts.

import type { WebSearchGuards } from './features/webSearch/webSearch.ts';
import type { Recorder } from './interop/scenario/recorder.ts';
import type { Scenario } from './interop/scenario/schema.ts';
import type { Log } from './lib/log.ts';
import type { SecretMask } from './lib/secretMask.ts';
import type { McpServers } from './ports/mcp.ts';
import type { Native } from './ports/native.ts';
import type { TokenCounter } from './ports/tokens.ts';
import type { Disk } from './stores/files/disk.ts';

export interface CoreOptions {
  dataDir: string;
  env: Record<string, string | undefined>;
  log: Log;
  /** False for a run without a person: every question is answered with no. */
  person: boolean;
  /** A defect in what is sent throws instead of being made good. Default: in development and in tests. */
  strict?: boolean;
  /** What the host can do on the person's desktop; nothing unless given. */
  native?: Native;
  /** What the store reads and writes with; the machine's own where none is given. */
  disk?: Disk;
  /** Of the app: what replies keep, and MCP servers are told. */
  version?: string;
  /** The MCP servers; those that are configured on this machine where none are given. */
  mcp?: McpServers;
  /** The demo model answers by it, and is what new conversations use. */
  scenario?: Scenario | undefined;
  /** Is told of each exchange with a provider; made with the mask of what is secret here. */
  record?: (mask: SecretMask) => Recorder;
  /** Counts tokens, and is closed by whoever gave it; one of its own where none is given. */
  tokens?: TokenCounter;
  /** For tests: where the services of the web search are. */
  webSearchDoors?: WebSearchGuards | undefined;
}
