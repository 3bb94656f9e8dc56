// The port to what can be called with `/`. Each source (files, MCP servers) has its own entries; `electron/features/slash/slash.ts` joins
// them.

import type { Result } from '../../shared/core/errors.ts';
import type { SlashEntry } from '../../shared/features/slash/slash.ts';

export interface SlashScope {
  conversationId: string | null;
  projectId: string;
  /** Absolute path of the folder that the conversation works in; null without one. */
  folder: string | null;
  /** That of the project, where the conversation works in a worktree of it: its servers are started there. */
  projectFolder?: string | null;
  /** Whether the person trusts what the folder's own files say. */
  trusted: boolean;
  /** Only to show what would be sent: nothing is begun, and no server is told a word. */
  preview?: true;
}

/** What a call with `/` puts into the message, in its place. */
export interface SlashExpansion {
  /** For the model. */
  text: string;
  /** What was called, where it may be gone from the list by now: a server's text names no files. */
  entry?: Pick<SlashEntry, 'kind' | 'origin'>;
  /** Images that go with it. */
  images?: { bytes: Buffer; mediaType: string; name?: string }[];
}

export interface SlashSource {
  /** Its entries, without waiting for what is slow: servers that have not answered yet are `pending`, by name. Never fails. */
  list(scope: SlashScope): Promise<{ entries: SlashEntry[]; pending: string[] }>;
  /**
   * `words`: what stands behind the name in the message, as it was typed. Null: it has no entry of this name. An error
   * says what is wrong with the words, or what failed; nothing is sent then.
   */
  expand(scope: SlashScope, name: string, words: string, signal?: AbortSignal): Promise<Result<SlashExpansion> | null>;
  /** Null: it has no entry of this name. */
  complete(
    scope: SlashScope,
    name: string,
    argument: { name: string; text: string; given: Readonly<Record<string, string>> },
  ): Promise<string[] | null>;
}

/** All sources as one. Where two have an entry of one name, the first one's is meant, and is listed alone. */
export type Slash = SlashSource;
