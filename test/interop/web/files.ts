// Files for readers, from memory: what a disk or an archive provides.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { toApiMessages } from '../../../electron/conversation/apiMessages.ts';
import { isCanonicalMessage, parseMessage } from '../../../electron/conversation/readMessage.ts';
import { checkSequence, type Violation } from '../../../electron/conversation/sequence.ts';
import type {
  ExportSource,
  History,
  HistoryFile,
  HistoryFormat,
  HistoryProblem,
} from '../../../electron/interop/history.ts';
import { isProblem } from '../../../electron/interop/history.ts';
import { branchTo } from '../../../electron/interop/web/origin.ts';
import type { Message } from '../../../shared/conversation/message.ts';

export interface MemoryFile {
  name?: string;
  others?: Record<string, Uint8Array | string>;
  /** Bytes per chunk; if missing, the file can only be read whole. */
  chunk?: number;
}

export function memoryFile(
  content: string | Uint8Array,
  { name = 'export.json', others = {}, chunk }: MemoryFile = {},
): HistoryFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const file: HistoryFile = {
    name,
    async *lines() {
      let line = 0;
      const rows = new TextDecoder().decode(bytes).split('\n');
      if (rows.at(-1) === '') rows.pop();
      for (const text of rows) yield { line: ++line, text: text.length > 50_000_000 ? null : text };
    },
    text: async (most) => (bytes.length > most ? null : new TextDecoder().decode(bytes)),
    bytes: async (most) => (bytes.length > most ? null : bytes),
    resolve: async (at) => (others[at] === undefined ? null : memoryFile(others[at], { name: at, others })),
    namesIn: async (folder) =>
      Object.keys(others)
        .filter((at) => path.dirname(at) === folder)
        .map((at) => path.basename(at))
        .toSorted(),
  };
  if (chunk !== undefined) {
    file.chunks = async function* () {
      for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
    };
  }
  return file;
}

export async function readAll(
  format: HistoryFormat,
  file: HistoryFile,
): Promise<{ histories: History[]; problems: HistoryProblem[] }> {
  const histories: History[] = [];
  const problems: HistoryProblem[] = [];
  for await (const found of format.read(file, new AbortController().signal)) {
    if (isProblem(found)) problems.push(found);
    else {
      histories.push(found);
      problems.push(...found.problems);
    }
  }
  return { histories, problems };
}

export async function readOne(format: HistoryFormat, content: string, options: MemoryFile = {}): Promise<History> {
  const { histories } = await readAll(format, memoryFile(content, options));
  const [only] = histories;
  if (!only || histories.length > 1) throw new Error(`${histories.length} conversations, not one`);
  return only;
}

/** A writer's input for what a reader produced, or for records of our own. */
export function givenOf(history: Pick<History, 'title' | 'folder' | 'model' | 'messages' | 'headId'>): ExportSource {
  return {
    ...history,
    id: createHash('sha256').update(history.title).digest('hex').slice(0, 26),
    agents: [],
    result: async (message: Message) => (typeof message.content === 'string' ? message.content : ''),
    attachment: async (hash) =>
      'attachments' in history ? ((history as History).attachments.get(hash) ?? null) : null,
    version: '0.0.0',
  };
}

/** Another app's example next to the project, in the nearest parent folder with `shared/sessions`; null if missing. */
export function example(name: string): string | null {
  for (let at = import.meta.dirname; ; at = path.dirname(at)) {
    const file = path.join(at, 'shared', 'sessions', name);
    if (existsSync(file)) return readFileSync(file, 'utf8');
    if (at === path.dirname(at)) return null;
  }
}

/** Every provider's violations in the next request on the open branch. */
export function violations({ messages, headId }: Pick<History, 'messages' | 'headId'>): Violation[] {
  const branch = branchTo(messages, headId);
  const asked = parseMessage({ v: 1, id: 'next', parentId: headId, createdAt: '', role: 'user', content: 'Go on.' });
  if (!asked.ok) throw new Error('the question is no message');
  return checkSequence(toApiMessages([...branch, asked.message]).messages);
}

/** Problems of records as the store would read them: every reader produces such records. */
export function unsound(messages: readonly Message[]): string[] {
  const known = new Set<string>();
  return messages.flatMap((message) => {
    const problems =
      isCanonicalMessage(JSON.parse(JSON.stringify(message))) || Array.isArray(message.content)
        ? []
        : [`${message.id} is incomplete`];
    if (message.parentId !== null && !known.has(message.parentId))
      problems.push(`${message.id} stands before its parent`);
    if (known.has(message.id)) problems.push(`${message.id} is there twice`);
    known.add(message.id);
    return problems;
  });
}
