// The port to the resources of MCP servers, which a person names in a message with `@server:uri`.

import type { Result } from '../../shared/core/errors.ts';
import type { ResourceCompletion } from '../../shared/features/files/mentionMethods.ts';
import type { SlashScope } from './slash.ts';

export interface ReadResource {
  server: string;
  uri: string;
  /** What its server calls it; may be empty. */
  title: string;
  /** At most as much as a mention sends. Images and what is no text are said in it. */
  text: string;
  images: { bytes: Buffer; mediaType: string; name: string }[];
}

export interface McpResources {
  /** Those that fit what was typed, the best first, without waiting for servers that have not answered: they are `pending`. */
  complete(
    scope: SlashScope,
    text: string,
    limit: number,
  ): Promise<{ resources: ResourceCompletion[]; pending: string[] }>;
  /**
   * Null: it names none of a server that may run here. The conversation follows it from then on, unless this is a preview. `details.missing`: the server says that there is no such resource.
   */
  read(scope: SlashScope, path: string): Promise<Result<ReadResource> | null>;
  /**
   * What they are now, of those that can be had within three seconds. They are all that the conversation follows; where their
   * server tells of changes, one that has not changed is not asked for again.
   */
  follow(scope: SlashScope, followed: readonly { server: string; uri: string }[]): Promise<ReadResource[]>;
  /** What changed in a text, as a diff; null: the whole text says it in fewer words. */
  difference(before: string, after: string): string | null;
}

/** There are no servers. @internal */
export const noResources: McpResources = {
  complete: async () => ({ resources: [], pending: [] }),
  read: async () => null,
  follow: async () => [],
  difference: () => null,
};
