// A conversation of another program in our records: what every reader of a format makes, and what every writer is given.
// Readers and writers are pure: they see text and other files through `HistoryFile`, never a path of this machine.

import type { Message } from '../../shared/conversation/message.ts';
import type { Sentence } from '../../shared/core/sentence.ts';
import type { ImportProgram } from '../../shared/features/import/otherApps.ts';

export interface History {
  program: ImportProgram;
  /** As the program calls it: with `program` it names one conversation, whatever file it came from. */
  session: string;
  /** Empty: the program has none. */
  title: string;
  /** Where it worked; null: nowhere, or it does not say. */
  folder: string | null;
  /** The model of the last reply, as the program names it. */
  model: string | null;
  /** Parents before children, otherwise in the order of the file. Ids by `importedId`, the same at every reading. */
  messages: Message[];
  /** The end of the branch that the program shows; null: there are no messages. */
  headId: string | null;
  agents: HistoryAgent[];
  /** Bytes of attachments by their SHA-256, as `content` and `attachments` of the messages name them. */
  attachments: ReadonlyMap<string, Uint8Array>;
  /** What did not come in, or not whole. */
  problems: HistoryProblem[];
}

/** A sub-agent's conversation, and the call that started it where that is known. */
export interface HistoryAgent {
  history: History;
  call: { messageId: string; index: number } | null;
}

export interface HistoryProblem {
  /** As the person knows the file. */
  file: string;
  /** From 1; null: it is about the file as a whole. */
  line: number | null;
  message: Sentence;
}

/**
 * In `origin` of every record that was read: whose it is, and what of it has no place in our record, verbatim: fields of the
 * line or node by name, and whole lines of kinds that are not known, which stood before it. A writer of the same program gives
 * them back.
 */
export interface ImportOrigin {
  type: 'import';
  program: ImportProgram;
  session: string;
  /** What the program calls it; several lines may be one record. */
  ids?: string[];
  kept?: unknown;
  /** Lines that are no messages, as they stood before this record (`before`) or behind the last one (`after`). */
  before?: unknown[];
  after?: unknown[];
}

/** A file to read. Reading is bounded: what is longer than a limit is a problem, not a crash. */
export interface HistoryFile {
  /** For sentences. */
  name: string;
  /** Each line as it is read, from 1. `text` null: the line is longer than is read. The last may be half a line. */
  lines(): AsyncIterable<{ line: number; text: string | null }>;
  /** The whole text; null: it is longer than `maxBytes`. */
  text(maxBytes: number): Promise<string | null>;
  bytes(maxBytes: number): Promise<Uint8Array | null>;
  /** The bytes one after the other, for files that are too large for `text` and have no lines. Absent: `bytes` has them. */
  chunks?(): AsyncIterable<Uint8Array>;
  /** A file below the folder of this one, with `/`; null: there is none. Nothing outside is reached. */
  beside(path: string): Promise<HistoryFile | null>;
  /** Names of the files in a folder below that of this one, sorted; empty: there is no such folder. */
  namesIn(path: string): Promise<string[]>;
}

export interface HistoryFormat {
  program: ImportProgram;
  /** Told by content: `head` is the first 64 kB at most, perhaps cut within a line. `name` is only a hint. */
  recognises(head: string, name: string): boolean;
  /** Each conversation of the file as soon as it is read; what is about none of them as a problem. Never throws for what stands in a file. */
  read(file: HistoryFile, signal: AbortSignal): AsyncIterable<History | HistoryProblem>;
}

/** What a writer is given: the open branch or the whole tree, and how to get what lies in files of its own. */
export interface GivenHistory {
  /** New for the file that is written; a form that the program takes is made of it. */
  id: string;
  title: string;
  folder: string | null;
  model: string | null;
  messages: readonly Message[];
  headId: string | null;
  agents: readonly { given: GivenHistory; call: { messageId: string; index: number } | null }[];
  /** The whole result of a tool's record. */
  result(message: Message): Promise<string>;
  /** Null: it is not there. */
  attachment(hash: string): Promise<Uint8Array | null>;
  /** The app's version. */
  version: string;
}

/** One file of an export, relative to where the program looks; the first is the conversation itself, and text. */
export type WrittenFile =
  | { path: string; text: string; bytes?: never }
  | { path: string; bytes: Uint8Array; text?: never };

export interface HistoryWriter {
  program: ImportProgram;
  /** Whether its files hold other branches beside the open one: then it is given all of them. */
  branches: boolean;
  write(given: GivenHistory): Promise<WrittenFile[]>;
}

export function isProblem(found: History | HistoryProblem): found is HistoryProblem {
  return !('messages' in found);
}
