// Stores MCP server configuration, and what the user approved.

import type { Result } from '../../../shared/core/errors.ts';
import type { UserText } from '../../../shared/core/sentence.ts';
import type { McpOrigin } from '../../../shared/features/mcp/methods.ts';

/** A file's state on disk. */
export type McpFile =
  | { kind: 'absent' }
  | { kind: 'text'; text: string }
  /** It exists, but its content is unknown. */
  | { kind: 'unreadable'; reason: UserText };

/** Per-server data of this machine: never part of a folder, never merged from a copy. */
export interface McpConsent {
  /** Hash of the last approved configuration. */
  approved?: string;
  /** Hashes of the project files that it runs, by path, at that time. */
  files?: Record<string, string>;
  /** The server's tool descriptions at that time, by its own tool names. */
  tools?: Record<string, { hash: string; said: string }>;
  /** When, in ISO 8601. */
  at?: string;
  /** Hash of the configuration whose apps the user allowed. */
  apps?: string;
  /** Disabled by the user when the configuration itself is not theirs to change. */
  disabled?: boolean;
}

export interface McpFiles {
  /** Location of the file, for display. `folder`: the project's. */
  path(origin: McpOrigin, folder: string | null): string;
  /** At most a megabyte. A file in a folder is not read through a symbolic link. */
  read(origin: McpOrigin, folder: string | null): Promise<McpFile>;
  /** Reads any other file, following links: for other apps' configurations. */
  readOther(path: string): Promise<McpFile>;
  /** Hash of a file's content, following links; null if unreadable. */
  contentHash(path: string): Promise<string | null>;
  /** Serialized over all processes; `edit` receives null if there is no file. Not for files in a folder. */
  change(origin: McpOrigin, edit: (text: string | null) => Result<string>): Promise<Result<void>>;
  /** By the server's key. Unreadable data approves nothing and is reported in `problem`. */
  readConsents(): Promise<{ consents: ReadonlyMap<string, McpConsent>; problem: UserText | null }>;
  changeConsent(key: string, change: (before: McpConsent) => McpConsent | null): Promise<Result<void>>;
}
