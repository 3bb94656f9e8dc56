// throughline merge: takes a copy of a conversation, or of a whole data folder, into this one.

import { resolve } from 'node:path';
import { type ExitCode, reportError, type Terminal } from './terminal.ts';

export async function mergeCommand(terminal: Terminal): Promise<ExitCode> {
  const { core, line } = terminal;
  const merged = await core.merge(resolve(line.id));
  if (!merged.ok) return reportError(terminal, merged.error);
  const failed = merged.value.filter(({ result }) => !result.ok);
  if (line.values.json) {
    const shown = merged.value.map(({ conversationId, isNew, result, notice }) =>
      result.ok
        ? { conversationId, isNew, added: result.value.added, removed: result.value.removed, notice }
        : { conversationId, isNew, error: result.error.message },
    );
    terminal.out(`${JSON.stringify(shown)}\n`);
    return failed.length > 0 ? 1 : 0;
  }
  for (const { isNew, result, notice } of merged.value) {
    if (!result.ok) terminal.err(`${notice}\n`);
    else terminal.out(`${isNew ? 'new: ' : ''}${notice}\n`);
  }
  const count = merged.value.length - failed.length;
  terminal.out(`${count === 1 ? '1 conversation' : `${count} conversations`} taken in.\n`);
  return failed.length > 0 ? 1 : 0;
}
