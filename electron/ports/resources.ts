// The port to resources, which the user mentions with `@server:uri`. MCP servers provide them.

import type { Result } from '../../shared/core/errors.ts';
import type { ResourceCompletion } from '../../shared/features/files/mentionMethods.ts';
import type { SlashScope } from './slash.ts';

export interface ReadResource {
  server: string;
  uri: string;
  /** The server's title for it; may be empty. */
  title: string;
  /** At most as long as a mention. Images and other non-text content are mentioned in it. */
  text: string;
  images: { bytes: Buffer; mediaType: string; name: string }[];
}

export interface Resources {
  /**
   * Returns matches for the typed text, best first, without waiting for servers that have not answered: those are
   * `pending`.
   */
  complete(
    scope: SlashScope,
    text: string,
    limit: number,
  ): Promise<{ resources: ResourceCompletion[]; pending: string[] }>;
  /**
   * Null: it names no resource of a server that may run here. The conversation follows it from then on, unless this is
   * a preview. `details.missing`: the server reports no such resource.
   */
  read(scope: SlashScope, path: string): Promise<Result<ReadResource> | null>;
  /**
   * Returns the current contents of those available within three seconds, and replaces the conversation's list of
   * followed resources. If a server announces changes, unchanged ones are not read again.
   */
  follow(scope: SlashScope, followed: readonly { server: string; uri: string }[]): Promise<ReadResource[]>;
  /** Returns a text's changes as a diff; null: the full text is shorter. */
  difference(before: string, after: string): string | null;
}

/** For no servers. @internal */
export const noResources: Resources = {
  complete: async () => ({ resources: [], pending: [] }),
  read: async () => null,
  follow: async () => [],
  difference: () => null,
};
