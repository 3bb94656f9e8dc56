// throughline export: the open branch as Markdown, JSON or another program's session, printed or written to a file. Only a piece is ever in memory. A
// file is written completely or not at all, and existing files are never overwritten.

import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, type FileHandle, link, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ExportForm } from '../../../shared/contract/conversation.ts';
import { fail, ok, type Result } from '../../../shared/errors.ts';
import { type WrittenForm, writtenForms } from '../../../shared/programs.ts';
import { percentOf } from './progressLine.ts';
import { type ExitCode, reportError, resolveId, type Terminal, takenOrStopped } from './terminal.ts';
import { sizeText } from './terminalText.ts';

export async function exportCommand(terminal: Terminal): Promise<ExitCode> {
  const id = await resolveId(terminal, terminal.line.id);
  if (!id.ok) return reportError(terminal, id.error);
  const { to = 'markdown' } = terminal.line.values;
  const form = writtenForms.find((one) => one === to);
  if (form) return exportFiles(terminal, id.value, form);
  return printOrWrite(terminal, (take) => pieces(terminal, id.value, to as ExportForm, take));
}

/** The conversation itself where it is asked for; what belongs to it below the folder of that file. */
async function exportFiles(terminal: Terminal, conversationId: string, form: WrittenForm): Promise<ExitCode> {
  const { content = false } = terminal.line.values;
  const files = await terminal.core.interop.write(conversationId, form, { signal: terminal.signal, content });
  if (!files.ok) return reportError(terminal, files.error);
  const [main, ...others] = files.value;
  if (!main) return 1;
  const { out } = terminal.line.values;
  const written = await printOrWrite(terminal, async (take) => {
    await take(main.text ?? '');
    return ok(undefined);
  });
  if (written !== 0 || others.length === 0) return written;
  if (out === undefined) {
    terminal.err(
      `${others.length} more files belong to it, of sub-agents, large results and pictures: name one with --out.\n`,
    );
    return 0;
  }
  const folder = path.dirname(path.resolve(terminal.folder, out));
  for (const { path: name, text, bytes } of others) {
    const file = path.join(folder, ...name.split('/'));
    await mkdir(path.dirname(file), { recursive: true });
    const done = await newFile(file, terminal.signal, async (take) => {
      await take(text ?? bytes);
      return ok(undefined);
    });
    if (!done.ok) return reportError(terminal, done.error);
    terminal.err(`Written to ${file}.\n`);
  }
  return 0;
}

async function pieces(
  { core, signal, progress }: Terminal,
  conversationId: string,
  to: ExportForm,
  take: (text: string) => Promise<void>,
): Promise<Result<void>> {
  const onProgress = (done: number, of: number): void => progress(`Scanning ${sizeText(of)}: ${percentOf(done, of)}`);
  let cursor: string | null = null;
  do {
    const piece = await core.exportConversation(conversationId, to, cursor, {
      signal,
      onProgress,
    });
    if (signal.aborted) return fail('CANCELLED', 'The export was stopped.');
    if (!piece.ok) return piece;
    await take(piece.value.text);
    cursor = piece.value.cursor;
  } while (cursor !== null);
  return ok(undefined);
}

/** What `produce` gives piece by piece, printed, or in the file that the line names. */
export async function printOrWrite(
  terminal: Terminal,
  produce: (take: (text: string) => Promise<void>) => Promise<Result<void>>,
): Promise<ExitCode> {
  const { line, signal, progress } = terminal;
  const file = line.values.out === undefined ? null : path.resolve(terminal.folder, line.values.out);
  let bytes = 0;
  const tell = (text: string): void => {
    bytes += Buffer.byteLength(text, 'utf8');
    // A terminal that shows the text itself needs no word of it.
    if (file !== null || !terminal.outIsTerminal) progress(`Written: ${sizeText(bytes)}`);
  };
  const written =
    file === null
      ? await produce(async (text) => {
          progress(null);
          terminal.out(text);
          await takenOrStopped(terminal);
          tell(text);
        })
      : await newFile(file, signal, (take) => produce((text) => take(text).then(() => tell(text))));
  progress(null);
  if (written.ok) {
    if (file !== null) terminal.err(`Written to ${file}.\n`);
    return 0;
  }
  if (!signal.aborted) return reportError(terminal, written.error);
  if (file !== null) terminal.err(`Stopped. ${file} was not written.\n`);
  return 130;
}

/** A file of what `produce` gives piece by piece: whole, or not there. Nothing is left of it when `signal` aborts before. */
async function newFile(
  file: string,
  signal: AbortSignal,
  produce: (take: (content: string | Uint8Array) => Promise<void>) => Promise<Result<void>>,
): Promise<Result<void>> {
  const temporary = `${file}.tmp-${randomBytes(6).toString('hex')}`;
  let handle: FileHandle | null = null;
  // At once: to give a large file to the disk may take longer than the process has left.
  const remove = (): void => void rm(temporary, { force: true }).catch(() => {});
  signal.addEventListener('abort', remove, { once: true });
  try {
    // What was said is its owner's alone.
    handle = await open(temporary, 'wx', 0o600);
    const writing = handle;
    const written = await produce(async (content) => void (await writing.writeFile(content)));
    if (!written.ok) return written;
    await handle.sync();
    if (signal.aborted) return fail('CANCELLED', 'Stopped.');
    // Unlike a renaming these take nothing else's place; not every file system has the first.
    await link(temporary, file).catch((thrown: NodeJS.ErrnoException) => {
      if (thrown.code === 'EEXIST') throw thrown;
      return copyFile(temporary, file, constants.COPYFILE_EXCL);
    });
    return ok(undefined);
  } catch (thrown) {
    const { code, message } = thrown as NodeJS.ErrnoException;
    if (code === 'EEXIST') return fail('STORE_WRITE_FAILED', `${file} already exists. Nothing was written.`);
    return fail('STORE_WRITE_FAILED', `${file} could not be written: ${message}.`);
  } finally {
    signal.removeEventListener('abort', remove);
    await handle?.close().catch(() => {});
    await rm(temporary, { force: true }).catch(() => {});
  }
}
