// The environment of a server program: only the variables the protocol's own library passes on, plus those for language and
// temporary folders. Everything else must be named in its configuration (`"A": "${A}"`). Pure.

import type { Environment } from '../../lib/environment.ts';
import { commandEnvironment } from '../../tools/process/commandEnvironment.ts';

const everywhere = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER', 'LANG', 'LANGUAGE', 'TMPDIR', 'TZ'];
const onWindows = [
  ...['APPDATA', 'COMSPEC', 'HOMEDRIVE', 'HOMEPATH', 'LOCALAPPDATA', 'PATH', 'PATHEXT', 'PROCESSOR_ARCHITECTURE'],
  ...['PROGRAMDATA', 'PROGRAMFILES', 'SYSTEMDRIVE', 'SYSTEMROOT', 'TEMP', 'TMP', 'USERNAME', 'USERPROFILE', 'WINDIR'],
];

/** `named`: what the configuration gives it, which counts first. */
export function serverEnvironment(
  environment: Environment,
  named: ReadonlyMap<string, string>,
  folder: string,
  platform: NodeJS.Platform,
): Record<string, string> {
  const names = new Set(platform === 'win32' ? [...everywhere, ...onWindows] : everywhere);
  const passed = Object.entries(environment).filter(([name, value]) => {
    const known = platform === 'win32' ? name.toUpperCase() : name;
    // A value of this form is a function of a shell, which some shells would run.
    return (names.has(known) || known.startsWith('LC_')) && !value?.startsWith('()');
  });
  // npm's own folders are taken out of PATH there.
  const marks = { npm_lifecycle_event: environment.npm_lifecycle_event };
  return {
    ...commandEnvironment({ ...Object.fromEntries(passed), ...marks }, [], folder),
    ...Object.fromEntries(named),
  };
}
