// throughline export: the open branch of a conversation as Markdown or JSON, printed or in a file. Only a piece of it is ever
// in memory. A file is there whole or not at all, and one that is there already stays as it is.

import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, type FileHandle, link, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { fail, ok, type Result } from '../../../shared/errors.ts';
import { type ExitCode, reportError, resolveId, type Terminal } from './terminal.ts';

export async function exportCommand(terminal: Terminal): Promise<ExitCode> {
  const id = await resolveId(terminal, terminal.line.id);
  if (!id.ok) return reportError(terminal, id.error);
  const { out } = terminal.line.values;
  if (out === undefined) {
    const written = await pieces(terminal, id.value, async (text) => {
      terminal.out(text);
      await terminal.taken();
    });
    return written.ok ? 0 : reportError(terminal, written.error);
  }
  const written = await toFile(terminal, id.value, path.resolve(out));
  if (!written.ok) return reportError(terminal, written.error);
  terminal.err(`Written to ${path.resolve(out)}.\n`);
  return 0;
}

async function pieces(
  { core, line, signal }: Terminal,
  conversationId: string,
  take: (text: string) => Promise<void>,
): Promise<Result<void>> {
  let cursor: string | null = null;
  do {
    if (signal.aborted) return fail('CANCELLED', 'The export was stopped.');
    const piece = await core.exportConversation(conversationId, line.values.to ?? 'markdown', cursor);
    if (!piece.ok) return piece;
    await take(piece.value.text);
    cursor = piece.value.cursor;
  } while (cursor !== null);
  return ok(undefined);
}

async function toFile(terminal: Terminal, conversationId: string, file: string): Promise<Result<void>> {
  const temporary = `${file}.tmp-${randomBytes(6).toString('hex')}`;
  let handle: FileHandle | null = null;
  try {
    // What was said is its owner's alone.
    handle = await open(temporary, 'wx', 0o600);
    const writing = handle;
    const written = await pieces(terminal, conversationId, async (text) => void (await writing.writeFile(text)));
    if (!written.ok) return written;
    await handle.sync();
    // Unlike a renaming these take nothing else's place; not every file system has the first.
    await link(temporary, file).catch((thrown: NodeJS.ErrnoException) => {
      if (thrown.code === 'EEXIST') throw thrown;
      return copyFile(temporary, file, constants.COPYFILE_EXCL);
    });
    return ok(undefined);
  } catch (thrown) {
    const { code, message } = thrown as NodeJS.ErrnoException;
    if (code === 'EEXIST') return fail('STORE_WRITE_FAILED', `${file} is there already. Nothing was written.`);
    return fail('STORE_WRITE_FAILED', `${file} could not be written: ${message}.`);
  } finally {
    await handle?.close().catch(() => {});
    await rm(temporary, { force: true }).catch(() => {});
  }
}
