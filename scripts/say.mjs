// Output of the scripts: one line per step, and one line on failure.

/** An expected failure, reported by its message without a stack trace. */
export class Stop extends Error {
  /**
   * @param {string} message
   * @param {number} [exitCode]
   */
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/**
 * For a program whose standard output is reserved for data.
 * @param {string} line
 */
export function sayAside(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * Runs a script's main function; any failure becomes one line and an exit code. A process it turns into reports its
 * own.
 * @param {() => Promise<number | undefined>} main
 */
export async function runScript(main) {
  try {
    const code = await main();
    if (code !== undefined) process.exitCode = code;
  } catch (thrown) {
    process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
    process.exitCode = thrown instanceof Stop ? thrown.exitCode : 1;
  }
}
