// Where the ripgrep program is that comes with the app.

import { existsSync } from 'node:fs';
import { describeThrown, fail, ok, type Result } from '../../../shared/errors.ts';

export type FindRipgrep = () => Promise<Result<string>>;

export const findRipgrep: FindRipgrep = async () => {
  let reason = 'its program file is not there';
  try {
    // Imported late: where the package for this system is not installed the import itself fails.
    const { rgPath } = await import('@vscode/ripgrep');
    // Programs cannot be started from inside an application archive; they are unpacked beside it.
    const path = rgPath.replace(/\bapp\.asar\b(?!\.unpacked)/, 'app.asar.unpacked');
    if (existsSync(path)) return ok(path);
  } catch (thrown) {
    reason = describeThrown(thrown);
  }
  return fail(
    'TOOL_NOT_AVAILABLE',
    `search_files cannot work here: ripgrep is missing (${reason}). Use run_command with grep instead, and tell the person that installing the app again brings ripgrep back.`,
  );
};
