// throughline export: the open branch as Markdown, JSON or another app's session, printed or written to a file, or put where
// that app looks for it. throughline result: one whole result, however large. A file is written completely or not at all, and
// existing files are never overwritten.

import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import type { ExportForm } from '../../../shared/features/conversations/methods.ts';
import {
  type OpenInProgram,
  openInPrograms,
  programNames,
  type WrittenForm,
  writtenForms,
} from '../../../shared/features/import/otherApps.ts';
import {
  type ExitCode,
  firstPositional,
  type Line,
  reportError,
  resolveNamedConversation,
  type Terminal,
  waitForReader,
} from '../../host/terminal/terminal.ts';
import { percentText, sizeText, visibleText } from '../../host/terminal/terminalText.ts';
import { writeNewFile } from '../../lib/newFile.ts';

type ExportLine = Line<{
  to: ExportForm | WrittenForm;
  out: string | undefined;
  content: boolean;
  open: boolean;
  yes: boolean;
}>;

export async function exportCommand(terminal: Terminal<ExportLine>): Promise<ExitCode> {
  const id = await resolveNamedConversation(terminal);
  if (!id.ok) return reportError(terminal, id.error);
  const { to } = terminal.line.values;
  const form = writtenForms.find((one) => one === to);
  const program = openInPrograms.find((one) => one === to);
  if (terminal.line.values.open && program) return openIn(terminal, id.value, program);
  if (form) return exportFiles(terminal, id.value, form);
  return printOrWrite(terminal, (take) => pieces(terminal, id.value, to as ExportForm, take));
}

/** Shows the path and asks; then writes the file and prints only the command that continues it to standard output. */
async function openIn(
  terminal: Terminal<ExportLine>,
  conversationId: string,
  program: OpenInProgram,
): Promise<ExitCode> {
  const { core, signal, line } = terminal;
  const sessionId = randomUUID();
  const plan = await core.interop.exports.planOpenIn(conversationId, program, sessionId, signal);
  if (!plan.ok) return reportError(terminal, plan.error);
  const { file, isKnown, command } = plan.value;
  const name = programNames[program];
  terminal.err(visibleText(`A copy for ${name} will be written to ${file}\n`));
  if (!isKnown) terminal.err(`${name} has no data on this machine yet.\n`);
  if (!line.values.yes && !terminal.confirm) {
    const again = `throughline export ${firstPositional(terminal)} --to ${program} --open --yes`;
    terminal.err(`Nothing was written because confirmation needs a terminal. To confirm, run: ${again}\n`);
    return 2;
  }
  if (!line.values.yes && !(await terminal.confirm?.('Write it?'))) {
    terminal.err('Nothing was written.\n');
    return 1;
  }
  const written = await core.interop.exports.openIn(conversationId, program, sessionId, signal);
  if (!written.ok) return reportError(terminal, written.error);
  terminal.err('Written. Continue there with:\n');
  terminal.out(visibleText(`${command}\n`));
  return 0;
}

/** Prints or writes the conversation; its other files go below the folder of that file. */
async function exportFiles(
  terminal: Terminal<ExportLine>,
  conversationId: string,
  form: WrittenForm,
): Promise<ExitCode> {
  const { content } = terminal.line.values;
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
    const done = await writeNewFile(file, terminal.signal, async (take) => {
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
  const onProgress = (done: number, of: number): void => progress(`Scanning ${sizeText(of)}: ${percentText(done, of)}`);
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

/** Prints what `produce` yields piece by piece, or writes it to --out. */
export async function printOrWrite(
  terminal: Terminal<{ values: { out?: string | undefined } }>,
  produce: (take: (text: string) => Promise<void>) => Promise<Result<void>>,
): Promise<ExitCode> {
  const { line, signal, progress } = terminal;
  const file = line.values.out === undefined ? null : path.resolve(terminal.folder, line.values.out);
  let bytes = 0;
  const tell = (text: string): void => {
    bytes += Buffer.byteLength(text, 'utf8');
    // A terminal that shows the text itself needs no progress.
    if (file !== null || !terminal.outIsTerminal) progress(`Written: ${sizeText(bytes)}`);
  };
  const written =
    file === null
      ? await produce(async (text) => {
          progress(null);
          terminal.out(text);
          await waitForReader(terminal);
          tell(text);
        })
      : await writeNewFile(file, signal, (take) => produce((text) => take(text).then(() => tell(text))));
  progress(null);
  if (written.ok) {
    if (file !== null) terminal.err(`Written to ${file}.\n`);
    return 0;
  }
  if (!signal.aborted) return reportError(terminal, written.error);
  if (file !== null) terminal.err(`Stopped. ${file} was not written.\n`);
  return 130;
}

type ResultLine = Line<{ out: string | undefined }>;

/** Bytes read at once. */
const resultPieceBytes = 1024 * 1024;

export async function resultCommand(terminal: Terminal<ResultLine>): Promise<ExitCode> {
  const id = await resolveNamedConversation(terminal);
  if (!id.ok) return reportError(terminal, id.error);
  return printOrWrite(terminal, (take) => resultPieces(terminal, id.value, take));
}

async function resultPieces(
  { core, line, signal }: Terminal<ResultLine>,
  conversationId: string,
  take: (text: string) => Promise<void>,
): Promise<Result<void>> {
  for (let at: number | null = 0; at !== null; ) {
    if (signal.aborted) return fail('CANCELLED', 'Stopped reading the result.');
    const page = await core.readResult(conversationId, line.positionals[1] ?? '', at, resultPieceBytes);
    if (!page.ok) return page;
    await take(page.value.text);
    at = page.value.nextOffset;
  }
  return ok(undefined);
}
