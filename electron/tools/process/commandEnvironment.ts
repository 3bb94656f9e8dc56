// A command's environment: the app's own, without secret-looking or launch-specific variables, set up for a program
// without a terminal or user, or for the user's shell. Pure.

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

const withTerminal: Record<string, string> = {
  TERM: 'xterm-256color',
  COLORTERM: 'truecolor',
  TERM_PROGRAM: 'Throughline',
};

/** Describes the terminal that the app itself was started in. */
const ofOtherTerminals = /^(TERM_.*|TERMCAP|COLUMNS|LINES|NO_COLOR|TMUX.*|STY|WINDOWID|VTE_VERSION|WT_SESSION)$/;

/** `allowed` lists secret-looking names that a command may see. */
export function commandEnvironment(
  environment: Environment,
  allowed: readonly string[],
  folder: string,
): Record<string, string> {
  return { ...passedOn(environment, allowed), ...withoutTerminal, PWD: folder };
}

/** The same for a shell in a terminal, where the user is. */
export function terminalEnvironment(
  environment: Environment,
  allowed: readonly string[],
  folder: string,
): Record<string, string> {
  const passed = Object.entries(passedOn(environment, allowed)).filter(([name]) => !ofOtherTerminals.test(name));
  const isLocaleSet = ['LC_ALL', 'LC_CTYPE', 'LANG'].some((name) => (environment[name] ?? '') !== '');
  // Apps that the desktop starts may have no locale; shells would then garble everything but ASCII.
  const locale = isLocaleSet ? {} : { LANG: process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8' };
  return { ...Object.fromEntries(passed), ...withTerminal, ...locale, PWD: folder };
}

function passedOn(environment: Environment, allowed: readonly string[]): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || ofTheApp.test(name)) continue;
    if (isSecretVariable(name, value) && !allowed.includes(name)) continue;
    result[name] = value;
  }
  const path = environment.PATH;
  if (path !== undefined && environment.npm_lifecycle_event !== undefined) result.PATH = withoutNpm(path);
  return result;
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
