export interface OptionRow {
  name: 'browser' | 'port' | 'no-open' | 'remote' | 'data' | 'project' | 'resume' | 'continue' | 'scenario' | 'help';
  /** The placeholder of its value in the list; null for an option without one. */
  value: string | null;
  says: string;
}

export interface StartOptions {
  browser: boolean;
  /** Null: the host chooses. 0: any free one. */
  port: number | null;
  open: boolean;
  /** The host name of a tunnel, not yet checked (electron/lib/hostName.ts); null: the saved one. */
  remote: string | null;
  /** An absolute path, or null for the usual place. */
  data: string | null;
  project: string | null;
  /** The conversation to open, by its id or the beginning of it. */
  resume: string | null;
  /** Open the latest one. */
  continue: boolean;
  /** An absolute path: a file that the demo model answers by. */
  scenario: string | null;
  help: boolean;
}

export const optionTable: OptionRow[];
export const usage: string;

/**
 * Reads a command line; relative folders are relative to `folder`. `strict` false skips unknown options: the switches
 * of a window system on the same line. A rejection is one line.
 */
export function readOptions(
  args: readonly string[],
  where: { folder: string; strict?: boolean },
): { ok: true; options: StartOptions } | { ok: false; message: string };

/** The command line that a host needs to be given the same options. */
export function argumentsOf(options: StartOptions): string[];
