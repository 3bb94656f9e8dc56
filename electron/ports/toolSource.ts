// A conversation's tools: the built-in ones, and those of its project's MCP servers.

import type { UserText } from '../../shared/core/sentence.ts';
import type { Tool } from './tool.ts';

/** The scope that determines the available tools. */
export interface ToolScope {
  conversationId: string;
  projectId: string;
  /** Absolute path of the conversation's working folder; null for a chat without one. */
  folder: string | null;
  /** The project's own folder, where its servers start: they are shared by its conversations. Default: `folder`. */
  projectFolder?: string | null;
  /** Whether the user trusts the folder's own files. */
  trusted: boolean;
  /** The only MCP servers to start and search; undefined: all of them. */
  servers?: readonly string[];
  /** False: starts nothing and waits for nothing; returns the known tools, including those from the last connection. */
  start: boolean;
  /** Called with the names of servers still awaited, finally none. Not called if there are none. */
  waiting?(servers: string[]): void;
}

export interface OfferedTools {
  /** Tools in the request, in a stable order. */
  offered: readonly Tool[];
  /** All tools, offered or not: calls of others are rejected by name. */
  knownTools: readonly Tool[];
  /** Names of tools that the user disabled. */
  switchedOff: readonly string[];
  /** Missing tools and why (a server that did not start), as sentences. */
  problems: readonly UserText[];
}

export interface ToolSource {
  /**
   * Never fails, and waits only briefly: what is late becomes a problem. Called before each request, to follow changes
   * of the list.
   */
  toolsFor(scope: ToolScope): Promise<OfferedTools>;
}

/** The tools of servers outside of the app. */
export interface ServerToolSource {
  /**
   * Starts approved servers that are not running, and waits a few seconds at most; with `scope.start` false it starts
   * nothing and returns immediately. `deferred`: too many tools to offer at once: those with a `server` are known but
   * not offered; the others, which find and call them, are. `disabledToolError`: call names that the user disabled in a
   * server.
   */
  toolsFor(scope: ToolScope): Promise<{
    tools: readonly Tool[];
    deferred: boolean;
    problems: UserText[];
    switchedOff?: readonly string[];
  }>;
}
