// throughline logs and report.

import { resolve } from 'node:path';
import { ok } from '../../../shared/core/errors.ts';
import { type ExitCode, firstPositional, type Line, reportError, type Terminal } from '../../host/terminal/terminal.ts';
import { writeNewFile } from '../../lib/newFile.ts';
import { followLogs, lastLogLines } from './readLogs.ts';

const defaultLines = 50;

type LogsLine = Line<{ lines: number | undefined; follow: boolean; where: boolean }>;

export async function logsCommand({ core, line, out, err, signal }: Terminal<LogsLine>): Promise<ExitCode> {
  const { lines = defaultLines, follow, where } = line.values;
  const folder = core.diagnostics.logFolder;
  if (folder === null) {
    err('This process keeps no log.\n');
    return 1;
  }
  if (where) {
    out(`${folder}\n`);
    return 0;
  }
  const last = await lastLogLines(folder, lines);
  for (const each of last) out(`${each}\n`);
  if (last.length === 0) err(`Nothing was logged yet in ${folder}\n`);
  if (follow) await followLogs(folder, out, signal);
  return 0;
}

export async function reportCommand(terminal: Terminal<Line>): Promise<ExitCode> {
  const { core, folder, out, err, progress, signal } = terminal;
  const name = firstPositional(terminal);
  progress('Checking this machine…');
  const text = await core.diagnostics.report(core, 'terminal', signal);
  progress(null);
  if (signal.aborted) return 130;
  if (name === '') {
    out(text);
    return 0;
  }
  const file = resolve(folder, name);
  const written = await writeNewFile(file, signal, async (take) => {
    await take(text);
    return ok(undefined);
  });
  if (!written.ok) return reportError(terminal, written.error);
  err(`Written to ${file}. Nothing was sent: read it, edit it, and share it yourself.\n`);
  return 0;
}
