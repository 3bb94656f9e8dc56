// throughline sync fetch --all: everything that is usually fetched when it is opened.

import { type ExitCode, reportError } from '../../host/terminal/terminal.ts';
import { sizeText } from '../../host/terminal/terminalText.ts';
import { notSetUp } from './account/syncConfig.ts';
import type { SyncTerminal } from './choiceCommands.ts';

export async function fetchFiles(terminal: SyncTerminal): Promise<ExitCode> {
  const { core, signal, out, err, progress } = terminal;
  const connected = core.sync.engine ? null : await core.sync.connectAccount(signal);
  if (connected?.ok === false) return reportError(terminal, connected.error);
  const engine = core.sync.engine ?? (connected?.ok ? connected.value : null);
  if (!engine) return reportError(terminal, notSetUp().error);
  let isFirst = true;
  let rest = 0;
  const fetched = await engine.fetchFiles(({ files, bytes }) => {
    rest = files;
    if (isFirst && files > 0) err(`To fetch: ${filesText(files)}, ${sizeText(bytes)}.\n`);
    isFirst = false;
    progress(files === 0 ? null : `Fetching… ${filesText(files)} to come, ${sizeText(bytes)}`);
  }, signal);
  progress(null);
  if (!fetched.ok) {
    const code = reportError(terminal, fetched.error);
    if (rest > 0) err(`${restText(rest)} The same command continues.\n`);
    return signal.aborted ? 130 : code;
  }
  const { failed, reason, bytes } = fetched.value;
  if (fetched.value.fetched > 0) out(`Fetched: ${filesText(fetched.value.fetched)}, ${sizeText(bytes)}.\n`);
  else if (rest === 0 && failed === 0) out('All attachments and full results are here.\n');
  if (failed > 0 && reason?.ok === false) err(`${filesText(failed)} could not be fetched: ${reason.error.message}\n`);
  if (!signal.aborted) return failed > 0 ? 1 : 0;
  err(`Stopped. ${restText(rest)} The same command continues.\n`);
  return 130;
}

function filesText(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}

function restText(count: number): string {
  return `${filesText(count)} ${count === 1 ? 'is' : 'are'} still to come.`;
}
