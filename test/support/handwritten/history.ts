// A conversation written by hand in the documented layout, with what the next request must contain. By default that is
// every text of every record; exceptions are listed.

import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { outputName } from '../../../electron/stores/results/deadOutput.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { conversationOf, messagesFile } from '../messageBuilder.ts';

export interface Handwritten {
  /** What is unusual about it; unique. */
  name: string;
  /** Records as in the log: missing IDs, parents and times are filled in. */
  records: readonly object[];
  /** Maps the records' text to the bytes of messages.json; null: there is no file. */
  bytes?: (text: string) => string | Buffer | null;
  /** Files next to messages.json; a string is written as is. */
  meta?: object | string;
  pending?: object | string;
  partial?: object | string;
  /** The execution log. */
  execution?: readonly (object | string)[];
  /** Results with their own file, by message ID. */
  results?: Record<string, string>;
  /** Output that calls had printed when the program was killed, by call ID. */
  printed?: Record<string, string>;
  /** By the file's name in `attachments`. */
  attachments?: Record<string, string | Buffer>;
  /** Texts of records that must not be sent. */
  gone?: readonly string[];
  /** Texts of records without an expectation: their bytes are damaged. */
  lost?: readonly string[];
  /** Required in the request in addition to the records' texts. */
  has?: readonly string[];
}

const handwrittenProject = 'h'.repeat(26);

/** A conversation ID for each list position; no two share their first letters. */
export function handwrittenId(index: number): string {
  return `${String(index).padStart(4, '0')}${'w'.repeat(22)}`;
}

/** The records' texts, as a user would copy them. */
function textsOf(records: readonly object[]): string[] {
  return records.flatMap((record) => {
    const { content, partType } = record as { content?: unknown; partType?: unknown };
    if (partType === 'note') return [];
    const parts: unknown[] = Array.isArray(content)
      ? content.map((part) => (part as { text?: unknown })?.text)
      : [content];
    return parts.filter((text): text is string => typeof text === 'string' && text.trim() !== '');
  });
}

/** What the request must and must not contain. */
export function expectationOf(history: Handwritten): { has: string[]; gone: string[] } {
  const { records, gone = [], lost = [], has = [] } = history;
  const out = new Set([...gone, ...lost]);
  return { has: [...textsOf(records).filter((text) => !out.has(text)), ...has], gone: [...gone] };
}

/**
 * Writes it into the data folder, with the project's file on the first call; `at`: the project's folder, which is
 * trusted.
 */
export function writeHandwritten(dataDir: string, history: Handwritten, conversationId: string, at?: string): void {
  const project = join(dataDir, 'projects', handwrittenProject);
  const folder = join(project, 'conversations', conversationId);
  const logs = join(project, 'state', 'logs');
  const put = (path: string, content: string | Buffer | object): void => {
    mkdirSync(dirname(path), { recursive: true });
    const isText = typeof content === 'string' || Buffer.isBuffer(content);
    writeFileSync(path, isText ? content : JSON.stringify(content));
  };
  put(join(project, 'project.json'), {
    v: 1,
    id: handwrittenProject,
    name: 'By hand',
    folders: at === undefined ? {} : { [hostname()]: at },
    trusted: at === undefined ? {} : { [hostname()]: at },
    createdAt: '2026-01-01T00:00:00.000Z',
  });
  mkdirSync(folder, { recursive: true });
  const text = messagesFile(conversationOf(history.records as readonly Message[]));
  const bytes = history.bytes ? history.bytes(text) : text;
  if (bytes !== null) put(join(folder, 'messages.json'), bytes);
  if (history.meta !== undefined) put(join(folder, 'meta.json'), history.meta);
  if (history.pending !== undefined) put(join(folder, 'pending.json'), history.pending);
  if (history.partial !== undefined) put(join(folder, 'partial.json'), history.partial);
  if (history.execution) {
    const lines = history.execution.map((entry) => `${typeof entry === 'string' ? entry : JSON.stringify(entry)}\n`);
    put(join(logs, 'execution', `${conversationId}.jsonl`), lines.join(''));
  }
  for (const [id, result] of Object.entries(history.results ?? {})) {
    put(join(logs, 'tool-results', conversationId, `${id}.json`), result);
  }
  for (const [callId, text] of Object.entries(history.printed ?? {})) {
    put(outputName(join(logs, 'tool-results', conversationId), { toolCallId: callId }, 32_000_000), text);
  }
  for (const [name, content] of Object.entries(history.attachments ?? {})) {
    put(join(project, 'state', 'attachments', name), content);
  }
}
