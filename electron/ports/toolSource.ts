// Where a conversation's tools come from: the built-in ones, and those of its project's MCP servers.

import type { UserText } from '../../shared/core/sentence.ts';
import type { Tool } from './tool.ts';

/** What decides which tools there are. */
export interface ToolScope {
  conversationId: string;
  projectId: string;
  /** Absolute path of the folder that the conversation works in; null for a chat without one. */
  folder: string | null;
  /** The project's own, where its servers start: they are the same for all its conversations. Absent: `folder`. */
  projectFolder?: string | null;
  /** Whether the person trusts what the folder's own files say. */
  trusted: boolean;
  /** The only MCP servers that are started and whose tools can be found; undefined: all of them. */
  servers?: readonly string[];
  /** False: nothing is started and nothing waited for; the tools are those that are known, from the last connection too. */
  start: boolean;
  /** Told which servers are waited for, by name, as they become fewer; at last none. Not called where none is. */
  waiting?(servers: string[]): void;
}

export interface OfferedTools {
  /** What the model is told of, in an order that stays the same. */
  offered: readonly Tool[];
  /** Everything that has a name, offered or not: a call of one that is not offered is refused by name. */
  known: readonly Tool[];
  /** Names of those that the person switched off. */
  switchedOff: readonly string[];
  /** What is missing just now and why (a server that did not start), as sentences. */
  problems: readonly UserText[];
}

export interface ToolSource {
  /**
   * Never fails and never waits long: what is not there within its time is a problem. Asked before each request, so that
   * a list that has changed is followed.
   */
  toolsFor(scope: ToolScope): Promise<OfferedTools>;
}
