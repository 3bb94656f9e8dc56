// The app's log. A call has a message for the screen of the user, and an entry for the log files, which may be shared:
// a code of a closed list and a few checked fields, so that no call can write content there.

import type { LogCode } from './logCodes.ts';

const logLevels = ['info', 'warning', 'defect'] as const;

export type LogLevel = (typeof logLevels)[number];

export interface LogFields {
  /** A thrown value, or an app error. Reduced to codes and, for a defect, to places in the app's code. */
  reason?: unknown;
  /** A method of the contract. */
  method?: string;
  /** HTTP status. */
  status?: number | undefined;
  count?: number;
}

/** An empty message: nothing for the screen. */
export type Log = (level: LogLevel, message: string, code: LogCode, fields?: LogFields) => void;

/** Where entries go besides the screen. Never throws. */
export type EntryLog = (level: LogLevel, code: LogCode, fields?: LogFields) => void;

export interface LogFiles {
  /** Absolute; may not exist yet. */
  folder: string;
  write: EntryLog;
}

export const silentLog: Log = () => {};

/** Writes warnings and defects as lines; drops `info`, and entries without a message. */
export const lineLog =
  (write: (text: string) => void): Log =>
  (level, message) => {
    if (level !== 'info' && message !== '') write(`${level}: ${message}\n`);
  };

export const stderrLog: Log = lineLog((text) => void process.stderr.write(text));
