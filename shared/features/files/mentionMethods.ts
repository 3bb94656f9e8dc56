// Files, folders and resources of MCP servers that a message mentions with `@`.

import { z } from 'zod';
import { conversationId, id, method } from '../../protocol/method.ts';

/** A path of the project that fits what was typed. */
export interface PathCompletion {
  path: string;
  kind: 'file' | 'folder';
}

/** A resource of an MCP server that fits what was typed, or the beginning of one's address. */
export interface ResourceCompletion {
  /** What stands after the `@` when it is chosen, to be written with `mentionText`: `server:uri`. */
  path: string;
  /**
   * False: `path` is only the beginning of an address (that of a template, up to its next variable). It is written without
   * closing it, and what is typed after it completes further.
   */
  whole: boolean;
  server: string;
  /** Of a template: with its variables, `demo://notes/{id}`. */
  uri: string;
  title: string;
  /** One line for people; may be empty. */
  description: string;
  /** As its server says; null: it does not. */
  mediaType: string | null;
}

export const mentionMethods = {
  /** The text that a message sent for the file or folder it mentions, or for what it calls with `/`; `part`: its place in the message's content. */
  'mention.read': method<{ text: string }>()(
    'none',
    z.object({ conversationId, messageId: id, part: z.number().int().min(0).max(10_000) }),
  ),
  /**
   * Files and folders of a project that fit what was typed after `@`, the best first. `complete` false: the folder is still
   * being read, and asking again may give more.
   */
  'mention.complete': method<{ paths: PathCompletion[]; complete: boolean }>()(
    'none',
    z.object({
      projectId: id,
      /** In whose folder, where it has one of its own. */
      conversationId: conversationId.nullable().default(null),
      text: z.string().max(1000),
      limit: z.number().int().min(1).max(100).default(20),
    }),
  ),
  /**
   * Resources of the project's MCP servers that fit what was typed after `@`, the best first. `pending`: servers that have
   * not answered yet, by name; `slash.changed` follows.
   */
  'mention.resources': method<{ resources: ResourceCompletion[]; pending: string[] }>()(
    'none',
    z.object({
      projectId: id.nullable(),
      conversationId: conversationId.nullable().default(null),
      text: z.string().max(1000),
      limit: z.number().int().min(1).max(100).default(20),
    }),
  ),
} as const;
