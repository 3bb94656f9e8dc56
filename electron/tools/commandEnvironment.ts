// The environment that a command gets: the app's own, without what looks like a secret, without what only concerns the
// way the app was started, and set for a program that has no terminal and nobody to ask. Pure.

export type Environment = Readonly<Record<string, string | undefined>>;

const secretName =
  /(^|_)(API_?KEYS?|TOKENS?|SECRETS?|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|(PRIVATE|ACCESS|SECRET|ENCRYPTION|SIGNING)_KEY)$/i;
const ofTheApp =
  /^(npm_.*|INIT_CWD|ELECTRON_RUN_AS_NODE|ELECTRON_NO_ATTACH_CONSOLE|OLDPWD|FORCE_COLOR|CLICOLOR_FORCE)$/i;

const withoutTerminal: Record<string, string> = {
  TERM: 'dumb',
  NO_COLOR: '1',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
};

/** `allowed`: names that a command may see though they look like secrets. */
export function commandEnvironment(
  environment: Environment,
  allowed: readonly string[],
  folder: string,
): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || ofTheApp.test(name)) continue;
    if (looksSecret(name) && !allowed.includes(name)) continue;
    result[name] = value;
  }
  const path = environment.PATH;
  if (path !== undefined && environment.npm_lifecycle_event !== undefined) result.PATH = withoutNpm(path);
  return { ...result, ...withoutTerminal, PWD: folder };
}

export function looksSecret(name: string): boolean {
  return secretName.test(name);
}

/** npm puts the app's own programs before everything else; the project's commands must not find those. */
function withoutNpm(path: string): string {
  const own = /[/\\](node_modules[/\\]\.bin|node-gyp-bin)[/\\]?$/;
  const separator = process.platform === 'win32' ? ';' : ':';
  return path
    .split(separator)
    .filter((folder) => !own.test(folder))
    .join(separator);
}
