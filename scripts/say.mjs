// How the scripts talk: one line a step, and one line when they must give up.

/** A reason to stop that is told in its own words, without a stack trace. */
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

/** For a program whose standard output belongs to somebody else. @param {string} line */
export function sayAside(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * Runs a script's main function; whatever goes wrong is one line and an exit code. What it goes on as says its own.
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
