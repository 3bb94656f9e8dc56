// The environment of a local server: the variables that the protocol's own library passes on, plus locale and temporary
// folders. Anything else must be configured (`"A": "${A}"`). Pure.

import type { Environment } from '../../lib/environment.ts';
import { commandEnvironment } from './commandEnvironment.ts';

const everywhere = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER', 'LANG', 'LANGUAGE', 'TMPDIR', 'TZ'];
const onWindows = [
  ...['APPDATA', 'COMSPEC', 'HOMEDRIVE', 'HOMEPATH', 'LOCALAPPDATA', 'PATH', 'PATHEXT', 'PROCESSOR_ARCHITECTURE'],
  ...['PROGRAMDATA', 'PROGRAMFILES', 'SYSTEMDRIVE', 'SYSTEMROOT', 'TEMP', 'TMP', 'USERNAME', 'USERPROFILE', 'WINDIR'],
];

/** `configured`: configured variables, which take precedence. */
export function serverEnvironment(
  environment: Environment,
  configured: ReadonlyMap<string, string>,
  folder: string,
  platform: NodeJS.Platform,
): Record<string, string> {
  const names = new Set(platform === 'win32' ? [...everywhere, ...onWindows] : everywhere);
  const inherited = Object.entries(environment).filter(([name, value]) => {
    const key = platform === 'win32' ? name.toUpperCase() : name;
    // Such values are exported shell functions, which some shells would execute.
    return (names.has(key) || key.startsWith('LC_')) && !value?.startsWith('()');
  });
  // Removes npm's own folders from PATH.
  const marks = { npm_lifecycle_event: environment.npm_lifecycle_event };
  return {
    ...commandEnvironment({ ...Object.fromEntries(inherited), ...marks }, [], folder),
    ...Object.fromEntries(configured),
  };
}
