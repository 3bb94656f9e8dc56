// A conversation written by hand into the documented layout, with what the next request has to hold of it. Unless a history
// says otherwise that is every text of every record: what may be missing is named.

import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { outputName } from '../../../electron/stores/results/deadOutput.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { conversationOf, messagesFile } from '../messageBuilder.ts';

export interface Handwritten {
  /** What is odd about it; unique. */
  name: string;
  /** Records as they stand in the log: ids, parents and times are given where they are not set. */
  records: readonly object[];
  /** The bytes of messages.json, from what the records would make; null: there is no file. */
  bytes?: (text: string) => string | Buffer | null;
  /** Files beside messages.json; a string goes in as it is. */
  meta?: object | string;
  pending?: object | string;
  partial?: object | string;
  /** The execution log. */
  execution?: readonly (object | string)[];
  /** Results with a file of their own, by message id. */
  results?: Record<string, string>;
  /** What calls had printed when the program was killed, by the call's id. */
  printed?: Record<string, string>;
  /** By the name of the file in `attachments`. */
  attachments?: Record<string, string | Buffer>;
  /** Texts of records that must not be sent. */
  gone?: readonly string[];
  /** Texts of records of which nothing is said: their bytes are damaged. */
  lost?: readonly string[];
  /** What must be sent beside the texts of the records. */
  has?: readonly string[];
}

const handwrittenProject = 'h'.repeat(26);

/** A conversation id for each place in the list; no two begin with the same letters. */
export function handwrittenId(index: number): string {
  return `${String(index).padStart(4, '0')}${'w'.repeat(22)}`;
}

/** The texts of the records, as a person would copy them. */
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

/** What must be in the request, and what must not. */
export function expectationOf(history: Handwritten): { has: string[]; gone: string[] } {
  const { records, gone = [], lost = [], has = [] } = history;
  const out = new Set([...gone, ...lost]);
  return { has: [...textsOf(records).filter((text) => !out.has(text)), ...has], gone: [...gone] };
}

/** Writes it below the data folder. The project's file is written with the first; `at`: its folder, which is trusted. */
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
