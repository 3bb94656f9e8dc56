// Paths that lead, or seem to lead, out of a project or to what is protected in it. `{base}` is a folder that holds the
// project `{folder}` (called `app`), a folder `outside`, one called `app-evil`, and the app's own data folder `{data}`.

export interface PathRow {
  path: string;
  /**
   * `outside`: not used by a call that nobody decided about. `never`: not even by one that was. `protected`: not written, decided
   * or not. `asked`: inside, and a person is asked about it each time. `error`: no path at all.
   */
  is: 'outside' | 'never' | 'protected' | 'asked' | 'error';
  /** What `is` is about; both unless given. */
  access?: 'read' | 'write';
  /** Links to make first: from a place in the project to what they say. */
  links?: Readonly<Record<string, string>>;
}

const rows = (is: PathRow['is'], paths: readonly string[], access?: PathRow['access']): PathRow[] =>
  paths.map((path) => ({ path, is, ...(access ? { access } : {}) }));

const outside: PathRow[] = [
  ...rows('outside', [
    '..',
    '../',
    '../outside',
    '../outside/secret.txt',
    '../app-evil/secret.txt',
    '{folder}-evil/secret.txt',
    '{base}/outside/secret.txt',
    '{folder}/../outside/secret.txt',
    './../outside/secret.txt',
    'src/../../outside/secret.txt',
    'src/./../../outside/secret.txt',
    'src//..//..//outside/secret.txt',
    'no-such/../../outside/secret.txt',
    'src/../../app/../outside/secret.txt',
    '../app/../outside/secret.txt',
    '{base}',
    '/',
    '/etc',
    '/etc/hostname',
    '/etc/../etc/hostname',
    '/./etc/hostname',
    '../../../../../../../../../../../../etc/hostname',
    '../APP/src/a.txt',
    '~/notes.txt',
    '~',
    '/tmp/throughline-no-such-file',
    '../outside/secret.txt/',
    '../outside/new/deep/file.txt',
  ]),
  { path: 'link', is: 'outside', links: { link: '{base}/outside/secret.txt' } },
  { path: 'link', is: 'outside', links: { link: '../outside/secret.txt' } },
  { path: 'lib/secret.txt', is: 'outside', links: { lib: '{base}/outside' } },
  { path: 'lib/', is: 'outside', links: { lib: '../outside' } },
  { path: 'lib/new.txt', is: 'outside', links: { lib: '../outside' } },
  { path: 'lib/new/deep.txt', is: 'outside', links: { lib: '../outside' } },
  { path: 'lib/secret.txt', is: 'outside', links: { 'src/lib': '../../outside', lib: 'src/lib' } },
  { path: 'src/lib/secret.txt', is: 'outside', links: { 'src/lib': '../../outside' } },
  { path: 'one/secret.txt', is: 'outside', links: { one: 'two', two: 'three/', three: '../outside' } },
  { path: 'up/outside/secret.txt', is: 'outside', links: { up: '..' } },
  { path: 'root/etc/hostname', is: 'outside', links: { root: '/' } },
  { path: 'dangling', is: 'outside', links: { dangling: '{base}/outside/new.txt' } },
  { path: 'twice', is: 'outside', links: { twice: 'dangling', dangling: '../outside/new.txt' } },
  { path: 'folder/new.txt', is: 'outside', links: { folder: '../outside/new' } },
  { path: 'deep/er/new.txt', is: 'outside', links: { deep: '../outside/none' } },
  { path: 'evil/secret.txt', is: 'outside', links: { evil: '{folder}-evil' } },
  { path: 'src/a.lnk', is: 'outside', links: { 'src/a.lnk': '../../outside/secret.txt' } },
  { path: '.config', is: 'outside', links: { '.config': '{base}/outside/secret.txt' } },
];

const never: PathRow[] = [
  ...rows('never', [
    '/proc/self/environ',
    '/proc/self/fd/0',
    '/proc/self/fd/1',
    '/proc/self/cwd/src/a.txt',
    '/proc/self/root/etc/hostname',
    '/proc/1/environ',
    '/proc/sys/kernel/hostname',
    '/sys/kernel/notes',
    '/dev/stdin',
    '/dev/fd/0',
    '/dev/null',
    '/dev/zero',
    '/dev/tty',
    '/dev/mem',
    '/dev/../proc/self/environ',
    '//etc/hostname',
    '//server/share/file',
    '\\\\server\\share\\file',
    '\\\\?\\C:\\Windows\\win.ini',
    '\\\\.\\PhysicalDrive0',
    '\\??\\C:\\Windows\\win.ini',
    'file:///etc/hostname',
    'FILE:///etc/hostname',
    'file:src/a.txt',
  ]),
  { path: 'environment', is: 'never', links: { environment: '/proc/self/environ' } },
  { path: 'input', is: 'never', links: { input: '/dev/stdin' } },
  { path: 'proc/self/environ', is: 'never', links: { proc: '/proc' } },
  { path: 'device', is: 'never', links: { device: '/dev/zero' } },
];

const writeProtected: PathRow[] = [
  ...rows(
    'protected',
    [
      '.git/config',
      '.git/hooks/pre-commit',
      '.git',
      '.GIT/config',
      '.Git/Config',
      '.giT/hooks/post-checkout',
      'src/.git/config',
      'vendor/lib/.git/hooks/x',
      '.git /config',
      '.git./config',
      '.git . ./config',
      '.git::$DATA/config',
      '.git::$INDEX_ALLOCATION/config',
      'GIT~1/config',
      'git~1/hooks/x',
      '.g\u200cit/config',
      '\u200e.git/config',
      '.gi\u00adt/config',
      '.git\ufeff/config',
      './.git/config',
      'src/../.git/config',
      '.git/../.git/config',
      '{folder}/.git/config',
      '.git/modules/lib/config',
      '.git/worktrees/other/gitdir',
      'bare.git/config',
      'bare.git/hooks/pre-receive',
      '../outside/.git/config',
      '.mcp.json',
      '.MCP.json',
      '.Mcp.Json',
      '.mcp.json.',
      '.mcp.json ',
      '.mcp.json::$DATA',
      'MCP~1.JSO',
      'sub/.mcp.json',
      '.vscode/mcp.json',
      '.VSCode/MCP.JSON',
      '.cursor/mcp.json',
      '.Cursor/MCP.json',
      '.cursor./mcp.json',
      'CURSOR~1/mcp.json',
      '.gemini/mcp.json',
      '.throughline/settings.json',
      '.Throughline/anything/at/all',
      'THROUG~1/x',
      '{data}/settings.json',
      '{data}/permissions.json',
      '{data}/mcp.json',
      '{data}/projects/x/conversations/y/messages.json',
      '{data}',
    ],
    'write',
  ),
  { path: 'innocent/config', is: 'protected', access: 'write', links: { innocent: '.git' } },
  { path: 'hook', is: 'protected', access: 'write', links: { hook: '.git/hooks/pre-commit' } },
  { path: 'store/settings.json', is: 'protected', access: 'write', links: { store: '{data}' } },
  { path: 'mine.json', is: 'protected', access: 'write', links: { 'mine.json': '.mcp.json' } },
  { path: 'editor/mcp.json', is: 'protected', access: 'write', links: { editor: '.vscode' } },
];

const asked: PathRow[] = [
  ...rows('asked', [
    '.env',
    '.ENV',
    '.env.local',
    'sub/.env.production',
    '.env.',
    'ENV~1',
    '.npmrc',
    'deploy/server.key',
    'id_rsa',
  ]),
  ...rows(
    'asked',
    [
      'AGENTS.md',
      'agents.MD',
      'docs/AGENTS.md',
      'CLAUDE.md',
      '.cursorrules',
      '.github/copilot-instructions.md',
      '.claude/settings.json',
      '.claude/settings.local.json',
      '.vscode/tasks.json',
      '.vscode/settings.json',
      '.husky/pre-commit',
      '.envrc',
      '.bashrc',
      '.zshenv',
      '.ssh/authorized_keys',
    ],
    'write',
  ),
  { path: 'plain.txt', is: 'asked', links: { 'plain.txt': '.env' } },
];

const wrong: PathRow[] = [
  ...rows('error', [
    '',
    ' ',
    '\n',
    'a\0b',
    'src/a.txt\0.png',
    `${'x'.repeat(256)}`,
    `${'ä'.repeat(128)}`,
    'd/'.repeat(3000),
  ]),
  { path: 'a', is: 'error', links: { a: 'b', b: 'a' } },
  { path: 'self/x', is: 'error', links: { self: 'self' } },
];

export const pathRows: readonly PathRow[] = [...outside, ...never, ...writeProtected, ...asked, ...wrong];

/** Names that only look like one of those: used like any other. */
export const plainPaths: readonly string[] = [
  'src/new.txt',
  '...',
  '..a',
  'a..',
  '.gitignore',
  '.gitattributes',
  '.github/workflows/x.yml',
  'git/config',
  'mcp.json',
  '.env.example',
  'environment.ts',
  'src/.envoy/x',
  'agents.txt',
  '~backup',
  'src/~/x',
  '%2e%2e/outside/secret.txt',
  'a b/c d.txt',
  '中文/ö.txt',
  'key.ts',
  'profile.ts',
  'src/startup/index.ts',
  'systemd/unit.ts',
];

/** What such a check often is: the text of the joined path begins with the text of the folder. Every row gets past it. */
export function naiveAllows(folder: string, path: string): boolean {
  return `${folder}/${path}`.startsWith(folder);
}
