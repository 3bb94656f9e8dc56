// A conversation that is large in every respect, as files in the documented layout: many lines, thousands of calls, a
// reply that is one line of megabytes, and a result with its own file. Written quickly, in chunks.

import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fullOutputPath, previewCharacters } from '../../electron/conversation/formats.ts';

export interface LargeConversationOptions {
  /** Lines of all replies together. */
  lines?: number;
  calls?: number;
  /** Calls per turn, one after the other. */
  callsInTurn?: number;
  /** Bytes of the one-line reply; 0: none. */
  lineBytes?: number;
  /** Bytes of the result with its own file; 0: none. */
  resultBytes?: number;
  /** Turns after the long line and the large result. */
  turnsAfter?: number;
  conversationId?: string;
  title?: string;
}

export interface LargeConversation {
  projectId: string;
  conversationId: string;
  records: number;
  /** The user's messages, in order. */
  turnIds: string[];
  /** Null if there is none. */
  longLineId: string | null;
  largeResultId: string | null;
}

const projectId = 'p'.repeat(26);
const begun = Date.parse('2026-01-01T00:00:00.000Z');

export function writeLargeConversation(dataDir: string, options: LargeConversationOptions = {}): LargeConversation {
  const {
    lines = 60_000,
    calls = 2000,
    callsInTurn = 10,
    lineBytes = 10_000_000,
    resultBytes = 100_000_000,
    turnsAfter = 5,
    conversationId = 'b'.repeat(26),
    title = 'A large conversation',
  } = options;
  const project = join(dataDir, 'projects', projectId);
  const folder = join(project, 'conversations', conversationId);
  mkdirSync(folder, { recursive: true });
  const about = { v: 1, id: projectId, name: 'Large', folders: {}, createdAt: new Date(begun).toISOString() };
  writeFileSync(join(project, 'project.json'), JSON.stringify(about));
  writeFileSync(join(folder, 'meta.json'), JSON.stringify({ v: 1, title, marks: {} }));
  const log = openRecords(join(folder, 'messages.json'));
  const turns = Math.max(1, Math.ceil(calls / callsInTurn));
  const linesOfTurn = Math.ceil(lines / turns);
  const turnIds: string[] = [];
  let longLineId: string | null = null;
  let largeResultId: string | null = null;
  let asked = 0;
  for (let turn = 0; turn < turns; turn++) {
    turnIds.push(log.add({ role: 'user', content: `Question ${turn}: what changed in part ${turn}?` }));
    for (let call = 0; call < callsInTurn && asked < calls; call++, asked++) log.addCall(asked);
    log.add({ role: 'assistant', content: reply(turn, linesOfTurn), model: 'scripted' });
    if (turn !== Math.max(0, turns - 1 - turnsAfter)) continue;
    if (lineBytes > 0) longLineId = log.add({ role: 'assistant', content: longLine(lineBytes), model: 'scripted' });
    if (resultBytes > 0) largeResultId = log.addLargeResult(dataDir, conversationId, resultBytes);
  }
  log.close();
  return { projectId, conversationId, records: log.count(), turnIds, longLineId, largeResultId };
}

/** The ID of the record at this position, the same in every such conversation. */
function largeRecordId(index: number): string {
  return `01L${String(index).padStart(23, '0')}`;
}

function openRecords(path: string) {
  const file = openSync(path, 'w');
  let waiting: string[] = ['[\n'];
  let count = 0;
  function flush(): void {
    writeSync(file, waiting.join(''));
    waiting = [];
  }
  function add(record: Record<string, unknown>): string {
    const id = largeRecordId(count);
    const parentId = count === 0 ? null : largeRecordId(count - 1);
    const createdAt = new Date(begun + count * 1000).toISOString();
    waiting.push(`${count === 0 ? '' : ','}${JSON.stringify({ v: 1, id, parentId, createdAt, ...record })}\n`);
    count++;
    if (waiting.length >= 500) flush();
    return id;
  }
  function ask(name: string, given: object): string {
    const toolCallId = `call_${count}`;
    const made = { name, arguments: JSON.stringify(given) };
    add({ role: 'assistant', content: null, tool_calls: [{ id: toolCallId, type: 'function', function: made }] });
    return toolCallId;
  }
  return {
    add,
    count: () => count,
    addCall(index: number): void {
      const toolCallId = ask('read_file', { path: `src/part${index}.ts` });
      const content = Array.from({ length: 12 }, (_one, line) => `export const value${line} = ${index + line};`).join(
        '\n',
      );
      const ran = { startedAt: new Date(begun + count * 1000).toISOString(), duration: 12 + (index % 40) };
      const outcome = index % 97 === 96 ? 'error' : 'ok';
      const details = { bytes: content.length };
      add({ role: 'tool', tool_call_id: toolCallId, toolName: 'read_file', outcome, content, details, ...ran });
    },
    addLargeResult(dataDir: string, conversationId: string, bytes: number): string {
      const toolCallId = ask('run_command', { command: 'cat everything.log' });
      const id = largeRecordId(count);
      const place = fullOutputPath(conversationId, id);
      const target = join(dataDir, 'projects', projectId, place.replace(/^@/, ''));
      writeLines(target, bytes);
      const head = outputLines(0, 20).slice(0, previewCharacters);
      return add({
        role: 'tool',
        tool_call_id: toolCallId,
        toolName: 'run_command',
        outcome: 'ok',
        content: `${head}\n\n[Full output: ${place}]`,
        details: { bytes, exitCode: 0 },
        fullOutputPath: place,
        duration: 5000,
      });
    },
    close(): void {
      waiting.push(']\n');
      flush();
      closeSync(file);
    },
  };
}

function writeLines(path: string, bytes: number): void {
  mkdirSync(join(path, '..'), { recursive: true });
  const file = openSync(path, 'w');
  let left = bytes;
  for (let from = 0; left > 0; from += 10_000) {
    const text = outputLines(from, 10_000).slice(0, left);
    left -= writeSync(file, text);
  }
  closeSync(file);
}

function outputLines(from: number, count: number): string {
  return Array.from({ length: count }, (_one, at) => `line ${from + at}: nothing of note happened here today\n`).join(
    '',
  );
}

function longLine(bytes: number): string {
  return 'one long line without an end '.repeat(Math.ceil(bytes / 29)).slice(0, bytes);
}

/** A reply with typical Markdown. */
function reply(turn: number, lines: number): string {
  const text = [`## Part ${turn}`, ''];
  while (text.length < lines) {
    const at = text.length;
    text.push(
      `Paragraph ${at} of reply ${turn}: it says *what* was found in \`src/part${at}.ts\` and **why** it matters.`,
      '',
    );
    if (at % 20 < 2) text.push('- first of a list', '- second of a list', '- third of a list', '');
    if (at % 60 < 2)
      text.push('```ts', ...Array.from({ length: 8 }, (_one, line) => `const line${line} = ${at};`), '```', '');
    if (at % 90 < 2) text.push('| name | value |', '| --- | --- |', `| a | ${at} |`, `| b | ${turn} |`, '');
  }
  return text.slice(0, lines).join('\n');
}
