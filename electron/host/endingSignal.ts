// When a process on plain Node should end: someone asked it to, or an internal error leaves no other way. Either way, stored
// data stays stored and nobody sees a stack trace.

import { describeThrown } from '../../shared/core/errors.ts';

/**
 * Aborted by Ctrl-C, SIGTERM or the terminal's end, however often they come (the reason is the signal's name), and by a
 * defect that nothing caught (told through `err` in one line; the process then ends with exit code 1).
 */
export function endingSignal(host: NodeJS.Process, err: (line: string) => void): AbortSignal {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) host.on(signal, () => ending.abort(signal));
  host.on('uncaughtException', (thrown) => {
    err(`Throughline has to close because of an internal error: ${describeThrown(thrown)}. Everything stored is kept.`);
    host.once('exit', () => {
      host.exitCode = 1;
    });
    ending.abort();
  });
  host.on('unhandledRejection', (thrown) => err(`internal error: ${describeThrown(thrown)}`));
  // A reader that went away (`npm start | head`) is no reason to stop.
  for (const stream of [host.stdout, host.stderr]) stream.on('error', () => {});
  return ending.signal;
}

/** The exit code of what was interrupted by it, as shells tell it: 143 for SIGTERM, 130 for all else. */
export function interruptedCode(ending: AbortSignal): 130 | 143 {
  return ending.reason === 'SIGTERM' ? 143 : 130;
}
