// The port to what a message can mention besides files and MCP resources: changes, commits and conversations.

import type { Result } from '../../shared/core/errors.ts';
import type { SourceCompletion, SourceKind } from '../../shared/features/files/mentionMethods.ts';
import type { SlashScope } from './slash.ts';

export interface ReadSource {
  kind: SourceKind;
  /** For the user; may be empty. */
  title: string;
  /** At most as long as a mention. */
  text: string;
}

export interface MentionSource {
  /** Null: the path does not name anything of this source. */
  read(scope: SlashScope, path: string): Promise<Result<ReadSource> | null>;
  /** Returns matches for the typed text, best first. Never fails. */
  complete(scope: SlashScope, text: string, limit: number, signal: AbortSignal): Promise<SourceCompletion[]>;
}

/** The first source that knows a path reads it. */
export function joinSources(sources: readonly MentionSource[]): MentionSource {
  return {
    async read(scope, path) {
      for (const source of sources) {
        const read = await source.read(scope, path);
        if (read !== null) return read;
      }
      return null;
    },
    async complete(scope, text, limit, signal) {
      const lists = await Promise.all(sources.map((source) => source.complete(scope, text, limit, signal)));
      return lists.flat().slice(0, limit);
    },
  };
}
