// Where MCP server configuration is stored, and what a person approved of it.

import type { Result } from '../../../shared/core/errors.ts';
import type { UserText } from '../../../shared/core/sentence.ts';
import type { McpOrigin } from '../../../shared/features/mcp/methods.ts';

/** A file as it stands on disk. */
export type McpFile =
  | { kind: 'absent' }
  | { kind: 'text'; text: string }
  /** It is there and its content is not known. */
  | { kind: 'unreadable'; reason: UserText };

/** What is kept on this machine about one server: never part of a folder, never merged from a copy. */
export interface McpConsent {
  /** The hash of the configuration that a person approved last. */
  approved?: string;
  /** What the files of the project that it runs held then, by path, as hashes. */
  files?: Record<string, string>;
  /** What the server said of its tools when they were let through, by the name that it gives them. */
  tools?: Record<string, { hash: string; said: string }>;
  /** When; ISO 8601. */
  at?: string;
  /** Switched off by the person where the configuration itself is not theirs to change. */
  disabled?: boolean;
}

export interface McpFiles {
  /** For people: where the file is. `folder`: of the project, for what stands in it. */
  path(origin: McpOrigin, folder: string | null): string;
  /** At most a megabyte. The file in a folder is not read through a symbolic link. */
  read(origin: McpOrigin, folder: string | null): Promise<McpFile>;
  /** Any other file, as `read` does, links followed: for what other programs have configured. */
  readOther(path: string): Promise<McpFile>;
  /** Of what a file holds, links followed; null where there is none that can be read. */
  contentHash(path: string): Promise<string | null>;
  /** One change after the other, over all processes; `edit` is given null where there is no file. Not for what stands in a folder. */
  change(origin: McpOrigin, edit: (text: string | null) => Result<string>): Promise<Result<void>>;
  /** By the key of a server. What cannot be read approves nothing, and says so in `problem`. */
  readConsents(): Promise<{ consents: ReadonlyMap<string, McpConsent>; problem: UserText | null }>;
  changeConsent(key: string, change: (before: McpConsent) => McpConsent | null): Promise<Result<void>>;
}
