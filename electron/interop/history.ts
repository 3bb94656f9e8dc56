// Common model for imported and exported conversations. Readers and writers are pure: they access files only through
// `HistoryFile`, never by path.

import type { Message } from '../../shared/conversation/message.ts';
import type { Sentence } from '../../shared/core/sentence.ts';
import type { ImportProgram } from '../../shared/features/import/otherApps.ts';

export interface History {
  program: ImportProgram;
  /** The app's own session id; with `program`, it identifies a conversation regardless of the file. */
  session: string;
  /** Empty if there is none. */
  title: string;
  /** The user's tags, where the app has them. */
  tags?: readonly string[];
  /** Working folder; null: none or unknown. */
  folder: string | null;
  /** Model of the last reply, in the app's naming. */
  model: string | null;
  /** Parents before children, otherwise in file order. Ids from `importedId` are stable across imports. */
  messages: Message[];
  /** The end of the visible branch; null if there are no messages. */
  headId: string | null;
  agents: HistoryAgent[];
  /** Attachment bytes by SHA-256, as referenced by messages. */
  attachments: ReadonlyMap<string, Uint8Array>;
  /** Data that could not be imported, or only in part. */
  problems: HistoryProblem[];
}

/** A sub-agent's conversation, and the call that started it, if known. */
export interface HistoryAgent {
  history: History;
  call: { messageId: string; index: number } | null;
}

export interface HistoryProblem {
  /** For display. */
  file: string;
  /** From 1; null: the whole file. */
  line: number | null;
  message: Sentence;
}

/**
 * The `origin` of every imported message: its app and the data that our messages cannot represent, verbatim, including
 * unknown lines that preceded it. The writer for the same app restores it.
 */
export interface ImportOrigin {
  type: 'import';
  program: ImportProgram;
  session: string;
  /** The app's ids; several lines may form one message. */
  ids?: string[];
  kept?: unknown;
  /** Non-message lines before this message (`before`) or after the last one (`after`). */
  before?: unknown[];
  after?: unknown[];
}

/** An input file. Reading is bounded: exceeding a limit is a reported problem, not a crash. */
export interface HistoryFile {
  /** For messages to the user. */
  name: string;
  /** Yields lines, numbered from 1. `text` null: the line is too long. The last line may be incomplete. */
  lines(): AsyncIterable<{ line: number; text: string | null }>;
  /** The whole text; null if longer than `maxBytes`. */
  text(maxBytes: number): Promise<string | null>;
  bytes(maxBytes: number): Promise<Uint8Array | null>;
  /** For large files without lines. Absent: use `bytes`. */
  chunks?(): AsyncIterable<Uint8Array>;
  /** A file below this one's folder, with `/` separators; null if missing. Only reaches the levels above that its format names. */
  resolve(path: string): Promise<HistoryFile | null>;
  /** Sorted file names in a subfolder; empty if it does not exist. */
  namesIn(path: string): Promise<string[]>;
}

export interface HistoryFormat {
  program: ImportProgram;
  /** Folders above the file's own in which its other files are: `..` for 1. Default: none. */
  levelsAbove?: number;
  /** Detects by content: `head` is at most the first 64 kB, possibly cut within a line. `name` is only a hint. */
  recognises(head: string, name: string): boolean;
  /** Yields each conversation once it is read; general errors are problems. Never throws on malformed content. */
  read(file: HistoryFile, signal: AbortSignal): AsyncIterable<History | HistoryProblem>;
}

/** A writer's input: one or all branches, and access to separate files. */
export interface ExportSource {
  /** New per file; writers derive the app's id format from it. */
  id: string;
  title: string;
  folder: string | null;
  model: string | null;
  messages: readonly Message[];
  headId: string | null;
  agents: readonly { source: ExportSource; call: { messageId: string; index: number } | null }[];
  /** The full result of a tool message. */
  result(message: Message): Promise<string>;
  /** Null if missing. */
  attachment(hash: string): Promise<Uint8Array | null>;
  /** The app's version. */
  version: string;
}

/** One exported file, relative to the app's folder; the first one is the conversation, as text. */
export type WrittenFile =
  | { path: string; text: string; bytes?: never }
  | { path: string; bytes: Uint8Array; text?: never };

export interface HistoryWriter {
  program: ImportProgram;
  /** Whether the format can hold several branches; if so, it receives all of them. */
  branches: boolean;
  write(source: ExportSource): Promise<WrittenFile[]>;
}

export function isProblem(item: History | HistoryProblem): item is HistoryProblem {
  return !('messages' in item);
}
