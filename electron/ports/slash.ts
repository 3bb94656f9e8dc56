// The port to `/` entries. Each source (files, MCP servers) has its own; `electron/features/slash/slash.ts` combines
// them.

import type { Result } from '../../shared/core/errors.ts';
import type { SlashEntry } from '../../shared/features/slash/slash.ts';

export interface SlashScope {
  conversationId: string | null;
  projectId: string;
  /** Absolute path of the conversation's working folder; null without one. */
  folder: string | null;
  /** The project's folder if the conversation works in a worktree of it: the project's servers start there. */
  projectFolder?: string | null;
  /** Whether the user trusts the folder's own files. */
  trusted: boolean;
  /** Only for a preview of the request: starts nothing and contacts no server. */
  preview?: true;
}

/** The text that replaces a `/` call in the message. */
export interface SlashExpansion {
  /** For the model. */
  text: string;
  /** The called entry, in case it leaves the list; a server's text mentions no files. */
  entry?: Pick<SlashEntry, 'kind' | 'origin'>;
  /** Images included with it. */
  images?: { bytes: Buffer; mediaType: string; name?: string }[];
}

export interface SlashSource {
  /** Returns the entries without waiting for slow servers: those are `pending`, by name. Never fails. */
  list(scope: SlashScope): Promise<{ entries: SlashEntry[]; pending: string[] }>;
  /**
   * `words`: the text after the name, as typed. Null: no entry of this name. An error describes invalid arguments or
   * another failure; nothing is sent then.
   */
  expand(scope: SlashScope, name: string, words: string, signal?: AbortSignal): Promise<Result<SlashExpansion> | null>;
  /** Null: no entry of this name. */
  complete(
    scope: SlashScope,
    name: string,
    argument: { name: string; text: string; given: Readonly<Record<string, string>> },
  ): Promise<string[] | null>;
}

/** All sources combined. If two have an entry of the same name, only the first one's counts and is listed. */
export type Slash = SlashSource;
