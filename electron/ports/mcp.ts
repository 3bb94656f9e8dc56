// The MCP servers: configuration, running servers, and their tools.

import type { Result } from '../../shared/core/errors.ts';
import type { UserText, UserTextData } from '../../shared/core/sentence.ts';
import type {
  McpCandidate,
  McpLogLine,
  McpServerInfo,
  McpServerRef,
  ServerToSave,
} from '../../shared/features/mcp/methods.ts';
import type { McpResources } from './mcpResources.ts';
import type { SlashSource } from './slash.ts';
import type { Tool } from './tool.ts';
import type { ToolScope } from './toolSource.ts';

export interface McpServers {
  /**
   * Starts what is approved and not running, and waits for it a few seconds at most; with `scope.start` false it starts
   * nothing and answers at once. `deferred`: too many to offer at once: those with a `server` are then known but not
   * offered, the others (which find and call them) are. `switchedOff`: call names that the person switched off in a server.
   */
  toolsFor(scope: ToolScope): Promise<{
    tools: readonly Tool[];
    deferred: boolean;
    problems: UserText[];
    switchedOff?: readonly string[];
  }>;
  /** Their prompts: to list them starts what is approved and not running, and waits for nothing. */
  prompts: SlashSource;
  resources: McpResources;
  /** Starts nothing. `projectId` null: of the global file and every project. */
  list(projectId: string | null): Promise<{ servers: McpServerInfo[]; problems: UserTextData[] }>;
  /** How a configuration is shown before it is saved: whole, with its secrets hidden. */
  shown(configuration: string): Promise<string>;
  /** Adds or replaces it. */
  save(wanted: ServerToSave): Promise<Result<McpServerInfo>>;
  remove(server: McpServerRef): Promise<Result<void>>;
  enable(server: McpServerRef, enabled: boolean): Promise<Result<McpServerInfo>>;
  /** By the name under which the model calls it: what its server calls it may hold what nobody sees. */
  enableTool(server: McpServerRef, callName: string, enabled: boolean): Promise<Result<McpServerInfo>>;
  approve(server: McpServerRef, hash: string): Promise<Result<McpServerInfo>>;
  /** `projectId`: where one for all projects that runs for none is tried. */
  restart(server: McpServerRef, projectId?: string | null): Promise<Result<McpServerInfo>>;
  logs(server: McpServerRef): Promise<Result<McpLogLine[]>>;
  signIn(server: McpServerRef): Promise<Result<{ url: string; opened: boolean }>>;
  signOut(server: McpServerRef): Promise<Result<McpServerInfo>>;
  candidates(projectId: string | null): Promise<McpCandidate[]>;
  /** Saves a candidate as this server, which is new: its file is read again, and what is no longer as it was shown is refused. */
  take(server: McpServerRef, candidateId: string, projectId: string | null): Promise<Result<McpServerInfo>>;
  /** To be told when there are other projects, or another trust in their folders: what may no longer run is ended. */
  projectsChanged(): void;
  onChange(listener: () => void): () => void;
  /** Ends every connection and process. */
  close(): Promise<void>;
}
