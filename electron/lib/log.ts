// The program's own log: lines without anyone's content. A host decides where they go.

export type Log = (level: 'info' | 'warning' | 'defect', message: string) => void;

export const silentLog: Log = () => {};

/** Warnings and defects on standard error; `info` is dropped. */
export const stderrLog: Log = (level, message) => {
  if (level !== 'info') process.stderr.write(`${level}: ${message}\n`);
};
