// throughline import: imports conversations of other apps. Reports what is new, what was here before and what could not be read;
// with --dry-run nothing is stored.

import { resolve } from 'node:path';
import { englishOnly } from '../../../shared/core/sentence.ts';
import { type ImportProgram, programNames } from '../../../shared/features/import/otherApps.ts';
import type { OutputForm } from '../../host/terminal/options.ts';
import { type ExitCode, type Line, reportError, type Terminal } from '../../host/terminal/terminal.ts';

type ImportLine = Line<{ as: ImportProgram | undefined; dryRun: boolean; output: OutputForm; json: boolean }>;

export async function importCommand(terminal: Terminal<ImportLine>): Promise<ExitCode> {
  const { core, line, signal, progress } = terminal;
  const { as: program = null, dryRun, json, output } = line.values;
  const paths = line.positionals.map((path) => resolve(terminal.folder, path));
  const done = await core.interop.importPaths(paths, {
    as: program,
    dryRun,
    signal,
    onProgress: ({ files, conversations }) => progress(`Read: ${files} files, ${conversations} conversations`),
  });
  progress(null);
  if (!done.ok) return signal.aborted ? stopped(terminal) : reportError(terminal, done.error);
  const { rows, problems } = done.value;
  const isBad = problems.length > 0 || rows.length === 0;
  if (json || output === 'json') {
    const named = problems.map(({ file, line: at, message }) => ({ file, line: at, message: message.text }));
    terminal.out(`${JSON.stringify({ conversations: rows, problems: named }, englishOnly)}\n`);
    return isBad ? 1 : 0;
  }
  for (const { program: from, title, messages, conversationId, state, added } of rows) {
    const what = { new: '', grown: ` (${added} new)`, known: ' (already here)', failed: ' (not stored)' }[state];
    terminal.out(`${conversationId.slice(0, 8)}  ${programNames[from]}  ${messages} messages  ${title}${what}\n`);
  }
  for (const { file, line: at, message } of problems) {
    terminal.err(`${file}${at === null ? '' : `:${at}`}: ${message.text}\n`);
  }
  const count = (wantedState: (typeof rows)[number]['state']): number =>
    rows.filter(({ state }) => state === wantedState).length;
  const [grown, known] = [count('grown'), count('known')];
  const updated = grown > 0 ? `, ${grown} ${dryRun ? 'would be updated' : 'updated'}` : '';
  const here = known > 0 ? `, ${known} already here` : '';
  terminal.err(`${count('new')} ${dryRun ? 'would be imported' : 'imported'}${updated}${here}.\n`);
  return isBad ? 1 : 0;
}

function stopped(terminal: Terminal): ExitCode {
  terminal.err('Stopped. Conversations imported so far are kept. Import again to continue where this one stopped.\n');
  return 130;
}
