// The interface of the MCP servers: configuration, running servers, and their tools. mcpServers.ts implements it.

import type { Result } from '../../shared/core/errors.ts';
import type { UserTextData } from '../../shared/core/sentence.ts';
import type {
  McpCandidate,
  McpLogLine,
  McpServerInfo,
  McpServerRef,
  ServerToSave,
} from '../../shared/features/mcp/methods.ts';
import type { PassedServer } from '../ports/externalAgents.ts';
import type { Resources } from '../ports/resources.ts';
import type { SlashSource } from '../ports/slash.ts';
import type { ServerToolSource } from '../ports/toolSource.ts';
import type { ServerApps } from './apps/serverApps.ts';
import type { LentServer } from './lentServers.ts';

export interface McpServers extends ServerToolSource {
  /** Their prompts: listing them starts approved servers without waiting. */
  prompts: SlashSource;
  resources: Resources;
  apps: ServerApps;
  /** Starts nothing. `projectId` null: the global file and every project. */
  list(projectId: string | null): Promise<{ servers: McpServerInfo[]; problems: UserTextData[] }>;
  /** Returns a configuration as shown before saving: complete, with secrets masked. */
  shown(configuration: string): Promise<string>;
  /** Adds or replaces a server. `isApproved`: it may run; default true. */
  save(server: ServerToSave, options?: { isApproved: boolean }): Promise<Result<McpServerInfo>>;
  remove(server: McpServerRef): Promise<Result<void>>;
  enable(server: McpServerRef, enabled: boolean): Promise<Result<McpServerInfo>>;
  /** By the model's name for it: the server's own may contain invisible characters. */
  enableTool(server: McpServerRef, callName: string, enabled: boolean): Promise<Result<McpServerInfo>>;
  approve(server: McpServerRef, hash: string): Promise<Result<McpServerInfo>>;
  /** `projectId`: where to try a global server that runs for no project. */
  restart(server: McpServerRef, projectId?: string | null): Promise<Result<McpServerInfo>>;
  logs(server: McpServerRef): Promise<Result<McpLogLine[]>>;
  signIn(server: McpServerRef): Promise<Result<{ url: string; opened: boolean }>>;
  signOut(server: McpServerRef): Promise<Result<McpServerInfo>>;
  /**
   * Adds servers for one conversation, instead of those lent to it before, until the returned function is called. Never
   * saved. SETTINGS_INVALID names an invalid one.
   */
  lend(conversationId: string, servers: readonly LentServer[]): Promise<Result<() => Promise<void>>>;
  /** Returns the servers that an external agent may be given in this project. Starts nothing. */
  passable(projectId: string): Promise<readonly PassedServer[]>;
  candidates(projectId: string | null): Promise<McpCandidate[]>;
  /**
   * Saves a candidate as this new server: its file is read again, and a configuration that changed since it was shown
   * is rejected.
   */
  take(server: McpServerRef, candidateId: string, projectId: string | null): Promise<Result<McpServerInfo>>;
  /** Call when projects or their trust change: ends servers that may no longer run. */
  projectsChanged(): void;
  onChange(listener: () => void): () => void;
  /** Ends every connection and process. */
  close(): Promise<void>;
}
