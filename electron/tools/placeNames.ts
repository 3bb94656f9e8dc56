// Files and folders that mean more than their content, told by their names from anywhere on: what no tool writes, and what a
// person is asked about each time, whatever else is allowed. Names are compared as the file systems do that tell the fewest
// apart: without case, Unicode form, invisible characters, trailing dots and spaces, or the name of a stream. Pure.

/** Names of a path, from its root on, in the form in which they are compared. */
function plainNames(path: string): string[] {
  return path
    .split(/[/\\]/)
    .map(plainName)
    .filter((name) => name !== '');
}

const invisible = /\u00ad|\u200b|\u200c|\u200d|\u200e|\u200f|[\u202a-\u202e]|[\u2060-\u2064]|[\u206a-\u206f]|\ufeff/g;

function plainName(name: string): string {
  const plain = name
    .replace(invisible, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/(?<=.):.*$/s, '')
    .replace(/[. ]+$/, '');
  return shortNames[plain] ?? plain;
}

/** What Windows makes of the names below where it keeps short ones. */
const shortNames: Readonly<Record<string, string>> = {
  'mcp~1.jso': '.mcp.json',
  'vscode~1': '.vscode',
  'cursor~1': '.cursor',
  'throug~1': '.throughline',
  'claude~1': '.claude',
  'env~1': '.env',
  'ssh~1': '.ssh',
  'agents~1.md': 'agents.md',
};

/** Why no tool writes there, approved or not; null: by its names it may. */
export function neverWritten(path: string): string | null {
  const plain = plainPath(path);
  if (/\/\.throughline(\/|$)/.test(plain)) return "it belongs to the app's own files";
  return /\/(\.mcp\.json|\.(vscode|cursor|gemini|roo|kiro|amazonq)\/mcp\.json)$/.test(plain)
    ? 'it configures the tools of MCP servers, which only a person does'
    : null;
}

/** The machinery of the system, where a name may stand for a running program and its secrets: neither read nor written. */
export function isMachinery(path: string): boolean {
  return /^\/(proc|sys|dev(?!\/shm\/))(\/|$)/.test(path);
}

const othersRun = 'it decides what other programs run';
const secrets = 'it may hold passwords or keys';

/** `.env` and its kin, but not the examples that are made to be shown. */
const environment = /\/\.env(\.(?!example$|sample$|template$|dist$|defaults$)[^/]+)?$/;
const keys =
  /\/(\.netrc|_netrc|\.npmrc|\.pypirc|\.pgpass|\.git-credentials|\.htpasswd|credentials\.json|id_(rsa|dsa|ecdsa|ed25519)|etc\/g?shadow-?|\.docker\/config\.json|[^/]*\.(pem|key|p12|pfx|jks|keystore|kdbx))$/;
const keyFolders = /\/(\.ssh|\.gnupg|\.aws|\.kube|\.azure|\.config\/gcloud|library\/keychains)(\/|$)/;

const written: readonly [RegExp, string][] = [
  [keyFolders, 'it decides who may sign in'],
  [keys, secrets],
  [
    /\/(agents\.md|claude\.md|gemini\.md|\.cursorrules|\.windsurfrules|copilot-instructions\.md)$/,
    'models take it for instructions',
  ],
  [
    /\/(\.husky|\.githooks|library\/launch(agents|daemons)|\.config\/(autostart|systemd|fish)|etc\/(systemd|cron[^/]*|profile\.d|init\.d)|start menu\/programs\/startup)(\/|$)/,
    othersRun,
  ],
  [
    /\/(\.(bash|zsh|k|tcsh|csh)rc|\.bash_(profile|login|logout|aliases)|\.z(shenv|profile|login|logout)|\.profile|\.login|\.xinitrc|\.xprofile|\.xsessionrc|\.inputrc|[^/]*profile\.ps1|crontab|sudoers|\.envrc|\.gitconfig|\.yarnrc(\.yml)?|\.curlrc|\.wgetrc|\.vimrc)$/,
    othersRun,
  ],
  [/\/(\.claude\/settings[^/]*\.json|\.vscode\/(tasks|settings|launch)\.json)$/, othersRun],
];

/** Why a person is asked about it each time, by its names; null: they are not. */
export function sensitiveBecause(path: string, access: 'read' | 'write'): string | null {
  const plain = plainPath(path);
  if (environment.test(plain)) return 'such a file often holds passwords and keys';
  if (access === 'write') return written.find(([names]) => names.test(plain))?.[1] ?? null;
  return (keyFolders.test(plain) || keys.test(plain)) && !plain.endsWith('.pub') ? secrets : null;
}

function plainPath(path: string): string {
  return `/${plainNames(path).join('/')}`;
}
