// The program's own log: lines without anyone's content. The host decides where they go.

export type Log = (level: 'info' | 'warning' | 'defect', message: string) => void;

export const silentLog: Log = () => {};

/** Warnings and defects as lines; `info` is dropped. */
export const lineLog =
  (write: (text: string) => void): Log =>
  (level, message) => {
    if (level !== 'info') write(`${level}: ${message}\n`);
  };

export const stderrLog: Log = lineLog((text) => void process.stderr.write(text));
