// A conversation of any length as a handwritten file in the documented layout: turns with a call and its result, and
// optionally a summary near the end. Records are created one at a time, so that it can be larger than memory.

import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export interface LongConversation {
  dataDir: string;
  projectId: string;
  conversationId: string;
  path: string;
  bytes: number;
}

export interface LongConversationOptions {
  messages: number;
  /** Characters of text per message. */
  textLength?: number;
  /** The text of each message, in place of one that repeats itself. */
  textOf?: () => string;
  /** The number of messages after the summary of all others. */
  keptAfterSummary?: number;
  conversationId?: string;
  /** Number of the first message's ID; default: 0. */
  firstId?: number;
}

export const longProjectId = 'p'.repeat(26);

export function writeLongConversation(dataDir: string, options: LongConversationOptions): LongConversation {
  const {
    messages,
    textLength = 200,
    textOf,
    keptAfterSummary,
    conversationId = 'a'.repeat(26),
    firstId = 0,
  } = options;
  const project = join(dataDir, 'projects', longProjectId);
  const folder = join(project, 'conversations', conversationId);
  mkdirSync(folder, { recursive: true });
  const file = { v: 1, id: longProjectId, name: 'Long', folders: {}, createdAt: '2026-01-01T00:00:00.000Z' };
  writeFileSync(join(project, 'project.json'), JSON.stringify(file));
  const path = join(folder, 'messages.json');
  const fd = openSync(path, 'w');
  let bytes = 0;
  let waiting: string[] = ['[\n'];
  const flush = (): void => {
    bytes += writeSync(fd, waiting.join(''));
    waiting = [];
  };
  let parentId: string | null = null;
  for (let index = 0; index < messages; index++) {
    const summary = keptAfterSummary !== undefined && index === messages - keptAfterSummary;
    const record: Record<string, unknown> = summary
      ? summaryAt(index)
      : recordAt(index, textOf ? textOf() : dullText(index, textLength));
    waiting.push(`${index === 0 ? '' : ','}${JSON.stringify(placed(record, firstId + index, parentId))}\n`);
    parentId = idAt(firstId + index);
    if (waiting.length >= 2000) flush();
  }
  waiting.push(']\n');
  flush();
  closeSync(fd);
  return { dataDir, projectId: longProjectId, conversationId, path, bytes };
}

export function idAt(index: number): string {
  return `01K${String(index).padStart(23, '0')}`;
}

function placed(record: Record<string, unknown>, index: number, parentId: string | null): Record<string, unknown> {
  const createdAt = new Date(Date.parse('2026-01-01T00:00:00.000Z') + index * 1000).toISOString();
  return { v: 1, id: idAt(index), parentId, role: record.role, createdAt, ...record };
}

function dullText(index: number, textLength: number): string {
  const text = `Message ${index}. ${'All work and no play makes a dull text. '.repeat(Math.ceil(textLength / 40))}`;
  return text.slice(0, textLength);
}

function recordAt(index: number, text: string): Record<string, unknown> {
  switch (index % 4) {
    case 0:
      return { role: 'user', content: text };
    case 1: {
      const call = { name: 'read_file', arguments: `{"path":"src/file${index}.ts"}` };
      return {
        role: 'assistant',
        content: text,
        tool_calls: [{ id: `call_${index}`, type: 'function', function: call }],
      };
    }
    case 2: {
      const details = { bytes: text.length };
      return {
        role: 'tool',
        tool_call_id: `call_${index - 1}`,
        toolName: 'read_file',
        outcome: 'ok',
        content: text,
        details,
      };
    }
    default:
      return { role: 'assistant', content: text };
  }
}

function summaryAt(index: number): Record<string, unknown> {
  const compaction = { firstKeptId: idAt(index + 1), clearedIds: [], tokensBefore: 1, tokensAfter: 1 };
  return { role: 'system', partType: 'summary', content: 'What was said before.', compaction };
}
