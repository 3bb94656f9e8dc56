// A command's environment: the app's own, without secret-looking or launch-specific variables, set up for a program
// without a terminal or user. Pure.

import type { Environment } from '../../lib/environment.ts';
import { isSecretVariable } from './secretVariables.ts';

const ofTheApp =
  /^(npm_.*|INIT_CWD|ELECTRON_RUN_AS_NODE|ELECTRON_NO_ATTACH_CONSOLE|OLDPWD|FORCE_COLOR|CLICOLOR_FORCE)$/i;

const withoutTerminal: Record<string, string> = {
  TERM: 'dumb',
  NO_COLOR: '1',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
};

/** `allowed` lists secret-looking names that a command may see. */
export function commandEnvironment(
  environment: Environment,
  allowed: readonly string[],
  folder: string,
): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || ofTheApp.test(name)) continue;
    if (isSecretVariable(name, value) && !allowed.includes(name)) continue;
    result[name] = value;
  }
  const path = environment.PATH;
  if (path !== undefined && environment.npm_lifecycle_event !== undefined) result.PATH = withoutNpm(path);
  return { ...result, ...withoutTerminal, PWD: folder };
}

/** Withheld names that occur in the command line, so that nobody thinks they are unset. */
export function withheldNames(command: string, environment: Environment, allowed: readonly string[]): string[] {
  const named = new Set(command.match(/[A-Za-z_]\w*/g));
  return [...named].filter((name) => {
    const value = environment[name];
    return value !== undefined && !allowed.includes(name) && isSecretVariable(name, value);
  });
}

/** For the model. */
export function withheldNote(names: readonly string[]): string {
  return `[Not passed on because they look like secrets: ${names.slice(0, 20).join(', ')}. The user can allow them by name.]`;
}

/** npm puts the app's own binaries first in PATH; the project's commands must not find those. */
function withoutNpm(path: string): string {
  const packageBin = /[/\\](node_modules[/\\]\.bin|node-gyp-bin)[/\\]?$/;
  const separator = process.platform === 'win32' ? ';' : ':';
  return path
    .split(separator)
    .filter((folder) => !packageBin.test(folder))
    .join(separator);
}
