// INTEROP-4: very long sessions of other apps, imported and exported: the time it takes, and how long everything else
// waits.

import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { diskFile } from '../../electron/interop/diskFile.ts';
import { writerOf } from '../../electron/interop/formats.ts';
import type { ExportSource, History, HistoryFormat } from '../../electron/interop/history.ts';
import { isProblem } from '../../electron/interop/history.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { writerPrograms } from '../../shared/features/import/otherApps.ts';
import { type Row, type SessionForm, sessionForms } from '../interop/examples/sessions.ts';
import { count, type Figure, megabytes, milliseconds, type Section } from './figures.ts';
import { longestPiece } from './longestPiece.ts';

const maxWait = 50;
const linesOfTurn = 4;

/** `lines`: per file read. `records`: written. */
export async function interopBench(folder: string, lines: number, records: number): Promise<Section> {
  mkdirSync(folder, { recursive: true });
  const figures: Figure[] = [];
  for (const [name, form] of Object.entries(sessionForms)) {
    const { file, bytes } = await writeSession(folder, form, Math.ceil(lines / linesOfTurn));
    const read = await measured(() => readOne(form.format, file));
    const came = read.value.messages.length;
    if (came < lines * 0.9 || read.value.problems.length > 0) throw new Error(`${name}: ${came} records came in`);
    figures.push(figure(`read ${count(lines)} lines of ${name}`, read, `${megabytes(bytes)}, ${count(came)} messages`));
  }
  const codex = sessionForms.Codex as SessionForm;
  const short = await writeSession(folder, codex, Math.ceil(records / linesOfTurn));
  const given = givenOf(await readOne(codex.format, short.file));
  for (const program of writerPrograms) {
    const written = await measured(() => writerOf(program).write(given));
    const [main] = written.value;
    const size = megabytes(main?.text?.length ?? 0);
    figures.push(figure(`write ${count(given.messages.length)} messages as ${program}`, written, size));
  }
  return {
    title: 'Sessions from other apps',
    how: 'Turns of a question, a call, its result and an answer, read from a file and written for another app.',
    figures,
  };
}

interface Measured<T> {
  value: T;
  longest: number;
  ms: number;
}

async function measured<T>(task: () => Promise<T>): Promise<Measured<T>> {
  const start = performance.now();
  const { value, longest } = await longestPiece(task);
  return { value, longest, ms: performance.now() - start };
}

function figure(name: string, { longest, ms }: Measured<unknown>, note: string): Figure {
  return {
    name,
    value: milliseconds(ms),
    note: `${note}; longest task ${milliseconds(longest)}`,
    promise: { row: 'INTEROP-4', text: `no task over ${maxWait} ms`, kept: longest <= maxWait },
  };
}

async function writeSession(
  folder: string,
  form: SessionForm,
  turns: number,
): Promise<{ file: string; bytes: number }> {
  const file = join(folder, form.file);
  const out = createWriteStream(file);
  const put = async (rows: readonly Row[]): Promise<void> => {
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    if (!out.write(text)) await once(out, 'drain');
  };
  await put(form.head);
  for (let at = 0; at < turns; at++) await put(form.turn(at));
  out.end();
  await once(out, 'finish');
  return { file, bytes: out.bytesWritten };
}

async function readOne(format: HistoryFormat, file: string): Promise<History> {
  for await (const found of format.read(diskFile(file), new AbortController().signal)) {
    if (!isProblem(found)) return found;
  }
  throw new Error(`${file} is no session`);
}

/** Like the app's own records: nothing is preserved from the source. */
function givenOf({ messages, headId }: History): ExportSource {
  return {
    ...{ id: 'x', title: 'Long', folder: '/home/ada', model: 'm', headId, agents: [], version: '1.0.0' },
    messages: messages.map(
      (message) => ({ ...message, origin: undefined, providerData: undefined }) as unknown as Message,
    ),
    result: async (message) => (message.role === 'tool' ? message.content : ''),
    attachment: async () => null,
  };
}
