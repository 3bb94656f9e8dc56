// Completion and reading of `@` mentions: files, folders, MCP resources, changes, commits and conversations.

import { z } from 'zod';
import type { Outcome } from '../../conversation/message.ts';
import { conversationId, defineMethod, id } from '../../protocol/method.ts';

/** A project path that matches the typed text. */
export interface PathCompletion {
  path: string;
  kind: 'file' | 'folder';
}

/** An MCP resource that matches the typed text, or a prefix of one's URI. */
export interface ResourceCompletion {
  /** The text after the `@` when chosen; write it with `mentionText`: `server:uri`. */
  path: string;
  /**
   * False: `path` is only a prefix (a template up to its next variable). Insert it without closing it; further typing
   * completes it.
   */
  whole: boolean;
  server: string;
  /** For a template: with its variables, `demo://notes/{id}`. */
  uri: string;
  title: string;
  /** On one line; may be empty. */
  description: string;
  /** From the server; null: unspecified. */
  mediaType: string | null;
}

export type SourceKind = 'diff' | 'commit' | 'conversation' | 'call';

/** Something else that matches the typed text: the changes in the folder, a commit, a conversation, or a call of one. */
export interface SourceCompletion {
  /** The text after the `@` when chosen; write it with `mentionText`. */
  path: string;
  kind: SourceKind;
  /** A commit's subject, a conversation's title, or a call's sentence. */
  title: string;
  /** A commit's hash and date. */
  detail: string;
  /** `arguments`: shortened. `askedAt`: ISO 8601. */
  call?: { name: string; arguments: string; outcome: Outcome; askedAt: string };
}

export const symbolKinds = ['function', 'method', 'class', 'interface', 'type', 'enum', 'constant', 'module'] as const;
export type SymbolKind = (typeof symbolKinds)[number];

/** A declaration in a file of the project that matches the typed text. */
export interface SymbolCompletion {
  /** The text after the `@` when chosen; write it with `mentionText` and `range`. */
  path: string;
  /** Lines, 1-based and inclusive. */
  range: { start: number; end: number };
  kind: SymbolKind;
  name: string;
  /** The innermost declaration around it; may be empty. */
  container: string;
}

export const mentionMethods = {
  /**
   * Returns the text that a message sent for a mentioned file or folder, or a `/` command; `part`: index in the
   * message's content.
   */
  'mention.read': defineMethod<{ text: string }>()(
    'none',
    z.object({ conversationId, messageId: id, part: z.number().int().min(0).max(10_000) }),
  ),
  /**
   * Returns files and folders of a project that match the text after `@`, best first. `complete` false: the folder is
   * still being read, and another call may find more.
   */
  'mention.complete': defineMethod<{ paths: PathCompletion[]; complete: boolean }>()(
    'none',
    z.object({
      projectId: id,
      /** Uses the conversation's worktree, if it has one. */
      conversationId: conversationId.nullable().default(null),
      text: z.string().max(1000),
      limit: z.number().int().min(1).max(100).default(20),
    }),
  ),
  /**
   * Returns declarations in the project's files that match the text after `@`, best first. After `sym:`, even one
   * letter matches. `complete` false: files are still being read, and another call may find more.
   */
  'mention.symbols': defineMethod<{ symbols: SymbolCompletion[]; complete: boolean }>()(
    'none',
    z.object({
      projectId: id,
      /** Uses the conversation's worktree, if it has one. */
      conversationId: conversationId.nullable().default(null),
      text: z.string().max(1000),
      limit: z.number().int().min(1).max(100).default(20),
    }),
  ),
  /** Returns changes, commits, conversations and their calls that match the text after `@`, best first. */
  'mention.sources': defineMethod<{ sources: SourceCompletion[] }>()(
    'none',
    z.object({
      projectId: id.nullable(),
      conversationId: conversationId.nullable().default(null),
      text: z.string().max(1000),
      limit: z.number().int().min(1).max(100).default(20),
    }),
  ),
  /**
   * Returns MCP resources that match the text after `@`, best first. `pending`: names of servers that have not answered
   * yet; `slash.changed` follows.
   */
  'mention.resources': defineMethod<{ resources: ResourceCompletion[]; pending: string[] }>()(
    'none',
    z.object({
      projectId: id.nullable(),
      conversationId: conversationId.nullable().default(null),
      text: z.string().max(1000),
      limit: z.number().int().min(1).max(100).default(20),
    }),
  ),
} as const;
