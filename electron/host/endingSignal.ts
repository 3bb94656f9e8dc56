// Aborts when a process on plain Node has to end: on request, or after an uncaught error. Saved data stays intact,
// and the user sees no stack trace.

import { describeThrown } from '../../shared/core/errors.ts';
import type { EntryLog } from '../lib/log.ts';

/** Where defects are logged. The host sets it once it knows the folder. */
export interface DefectLog {
  write: EntryLog;
}

export function createDefectLog(): DefectLog {
  return { write() {} };
}

/**
 * Aborts on Ctrl-C, SIGTERM or SIGHUP, with the signal's name as the reason, and on an uncaught error, which it reports
 * to `err` in one line and which makes the exit code 1.
 */
export function createShutdownSignal(
  host: NodeJS.Process,
  err: (line: string) => void,
  defects: DefectLog = createDefectLog(),
): AbortSignal {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) host.on(signal, () => ending.abort(signal));
  host.on('uncaughtException', (thrown) => {
    defects.write('defect', 'UNCAUGHT', { reason: thrown });
    err(`Throughline has to close because of an internal error: ${describeThrown(thrown)}. Everything stored is kept.`);
    host.once('exit', () => {
      host.exitCode = 1;
    });
    ending.abort();
  });
  host.on('unhandledRejection', (thrown) => {
    defects.write('defect', 'REJECTED', { reason: thrown });
    err(`internal error: ${describeThrown(thrown)}`);
  });
  // A closed pipe (`npm start | head`) is no reason to stop.
  for (const stream of [host.stdout, host.stderr]) stream.on('error', () => {});
  return ending.signal;
}

/** Exit code after an interruption, as in shells: 143 for SIGTERM, 130 otherwise. */
export function interruptedExitCode(ending: AbortSignal): 130 | 143 {
  return ending.reason === 'SIGTERM' ? 143 : 130;
}
