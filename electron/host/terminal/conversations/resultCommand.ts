// throughline result: the whole of one result, however large, printed or in a file. Nothing is changed.

import { fail, ok, type Result } from '../../../../shared/errors.ts';
import { printOrWrite } from '../export/exportCommand.ts';
import { type ExitCode, reportError, resolveId, type Terminal } from '../terminal.ts';

/** Bytes that are read at once. */
const pieceBytes = 1024 * 1024;

export async function resultCommand(terminal: Terminal): Promise<ExitCode> {
  const id = await resolveId(terminal, terminal.line.id);
  if (!id.ok) return reportError(terminal, id.error);
  return printOrWrite(terminal, (take) => pieces(terminal, id.value, take));
}

async function pieces(
  { core, line, signal }: Terminal,
  conversationId: string,
  take: (text: string) => Promise<void>,
): Promise<Result<void>> {
  for (let at: number | null = 0; at !== null; ) {
    if (signal.aborted) return fail('CANCELLED', 'Stopped reading the result.');
    const page = await core.readResult(conversationId, line.messageId, at, pieceBytes);
    if (!page.ok) return page;
    await take(page.value.text);
    at = page.value.nextOffset;
  }
  return ok(undefined);
}
