// Sessions in memory: input for a reader, and what was read as input for a writer.

import { claudeCodeFormat } from '../../../electron/interop/claudeCode/reader.ts';
import { claudeCodeWriter } from '../../../electron/interop/claudeCode/writer.ts';
import type {
  ExportSource,
  History,
  HistoryFile,
  HistoryProblem,
  WrittenFile,
} from '../../../electron/interop/history.ts';
import { isProblem } from '../../../electron/interop/history.ts';

export type Files = Record<string, string>;
export type Row = Record<string, unknown>;

/** `path` among `files`; neighboring files are relative to its folder. */
export function memoryFile(files: Files, path: string): HistoryFile {
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : '';
  const whole = files[path] ?? '';
  return {
    name: path,
    async *lines() {
      let line = 0;
      for (let at = 0; at < whole.length; ) {
        const end = whole.indexOf('\n', at);
        yield { line: ++line, text: whole.slice(at, end < 0 ? whole.length : end) };
        at = end < 0 ? whole.length : end + 1;
      }
    },
    text: async (most) => (Buffer.byteLength(whole) > most ? null : whole),
    bytes: async (most) => (Buffer.byteLength(whole) > most ? null : Buffer.from(whole)),
    resolve: async (name) => (Object.hasOwn(files, folder + name) ? memoryFile(files, folder + name) : null),
    async namesIn(name) {
      const start = `${folder}${name}/`;
      const inner = Object.keys(files).filter((file) => file.startsWith(start));
      return inner
        .map((file) => file.slice(start.length))
        .filter((file) => !file.includes('/'))
        .sort();
    },
  };
}

export function jsonl(lines: readonly unknown[]): string {
  return lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
}

export interface ReadFound {
  histories: History[];
  problems: HistoryProblem[];
}

export async function readAll(files: Files, path: string): Promise<ReadFound> {
  const found: ReadFound = { histories: [], problems: [] };
  for await (const one of claudeCodeFormat.read(memoryFile(files, path), new AbortController().signal)) {
    if (isProblem(one)) found.problems.push(one);
    else found.histories.push(one);
  }
  return found;
}

/** The only session in a file. */
export async function readOne(files: Files, path: string): Promise<History> {
  const { histories } = await readAll(files, path);
  if (histories.length !== 1) throw new Error(`${histories.length} sessions`);
  return histories[0] as History;
}

/** What was read, as input for a writer; stored first, so that only JSON gets through. */
export function given(history: History, id = 'x'): ExportSource {
  const { title, folder, model, headId, agents, attachments } = history;
  return {
    id,
    title,
    folder,
    model,
    messages: structuredClone(history.messages),
    headId,
    agents: agents.map((agent, at) => ({ source: given(agent.history, `${id} ${at}`), call: agent.call })),
    result: async (message) => (typeof message.content === 'string' ? message.content : ''),
    attachment: async (hash) => attachments.get(hash) ?? null,
    version: '0.0.0',
  };
}

export function filesOf(written: readonly WrittenFile[]): Files {
  return Object.fromEntries(written.map(({ path, text = '' }) => [path, text]));
}

export function linesOf(text: string): Row[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
}

/** The files, and the session's own with its lines. */
export async function write(history: ExportSource): Promise<{ files: Files; path: string; lines: Row[] }> {
  const written = await claudeCodeWriter.write(history);
  const [first] = written;
  if (!first) throw new Error('nothing was written');
  return { files: filesOf(written), path: first.path, lines: linesOf(first.text ?? '') };
}
