// The app's log: lines without user content. The host decides where they go.

export type Log = (level: 'info' | 'warning' | 'defect', message: string) => void;

export const silentLog: Log = () => {};

/** Writes warnings and defects as lines; drops `info`. */
export const lineLog =
  (write: (text: string) => void): Log =>
  (level, message) => {
    if (level !== 'info') write(`${level}: ${message}\n`);
  };

export const stderrLog: Log = lineLog((text) => void process.stderr.write(text));
