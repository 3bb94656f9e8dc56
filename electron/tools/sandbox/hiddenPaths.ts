// Paths hidden from sandboxed programs: credentials, by the table that also drives file approvals, and service sockets.
// Searches the whole home folder; results are cached and refreshed while commands run.

import { lstat, open, readdir, readFile, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import type { Environment } from '../../lib/environment.ts';
import { sensitivityReason } from '../paths/sensitivePaths.ts';
import { secretPlaces } from '../paths/sensitivePathTable.ts';
import { isEdgeSocket } from './edges.ts';
import { findPaths } from './findPaths.ts';
import { isBelow } from './isBelow.ts';

export interface SandboxPath {
  path: string;
  isFolder: boolean;
}

export interface HiddenPaths {
  places(): Promise<SandboxPath[]>;
}

interface HiddenPlacesOptions {
  home: string;
  env: Environment;
}

/** Service sockets, through which a program could escape. Relative to home, or absolute. */
const ofServices = `/run /var/run .docker/run .docker/desktop .colima .lima .orbstack .rd .podman .1password
  .local/share/containers/podman .config/podman .bitwarden .emacs.d/server .screen .tmux .config/systemd .local/state/watchman`
  .split(/\s+/)
  .filter(Boolean);
/** Readable to root, which is the app's user in some containers. */
const ofTheSystem = `/etc/shadow /etc/shadow- /etc/gshadow /etc/gshadow- /etc/wireguard /etc/ssl/private /var/lib/docker
  /var/lib/containerd /var/lib/kubelet /var/lib/NetworkManager /etc/NetworkManager/system-connections`
  .split(/\s+/)
  .filter(Boolean);
/** Other locations of sockets. */
const servicesHomes = ['/var', '/opt', '/srv', '/usr/local'];

/** Package and cache folders: their many key-like files are samples. */
const packageFolders =
  `node_modules site-packages dist-packages .git .hg .svn .rustup .nvm .npm .yarn .pnpm-store .gradle .m2 .ivy2
  .cargo .cache .rbenv .pyenv .sdkman .asdf .mise .bun .deno .conda miniconda3 anaconda3 ms-playwright __pycache__`
    .split(/\s+/)
    .filter(Boolean);

/** Variables whose value is the path of credentials. */
const namingVariables =
  /(?:^|_)(?:CREDENTIALS?(?:_FILE)?|KUBECONFIG|NETRC|PASSFILE|PASSWORD_FILE|TOKEN_FILE|KEY_FILE|KEYFILE|SECRET_FILE|SHARED_CREDENTIALS_FILE|WEB_IDENTITY_TOKEN_FILE|IDENTITY_FILE|AUTH_FILE|DOCKER_CONFIG|USERCONFIG|GNUPGHOME|VAULT_TOKEN_PATH|PASSWORD_STORE_DIR|AZURE_CONFIG_DIR|CLOUDSDK_CONFIG|AWS_CONFIG_FILE|KRB5CCNAME|XAUTHORITY)$/i;
/** Tool folders of which only the credentials are hidden. */
const toolHomes: Readonly<Record<string, readonly string[]>> = {
  CARGO_HOME: ['credentials', 'credentials.toml'],
  GRADLE_USER_HOME: ['gradle.properties'],
  CODEX_HOME: ['auth.json'],
  CLAUDE_CONFIG_DIR: ['.credentials.json', '.claude.json'],
  GH_CONFIG_DIR: ['hosts.yml'],
  HF_HOME: ['token', 'stored_tokens'],
  KAGGLE_CONFIG_DIR: ['kaggle.json'],
  BUNDLE_USER_CONFIG: [''],
  PIP_CONFIG_FILE: [''],
  NPM_CONFIG_USERCONFIG: [''],
};

/** Results older than this are refreshed in the background. */
const freshMs = 30_000;
/** Time limit of the first search, which commands wait for. */
const firstMs = 5_000;

export function createHiddenPaths({ home, env }: HiddenPlacesOptions): HiddenPaths {
  let latestSearch: Promise<SandboxPath[]> | null = null;
  let searching = false;
  let at = 0;

  async function search(ms: number): Promise<SandboxPath[]> {
    searching = true;
    const names = await searched(home, ms);
    at = performance.now();
    searching = false;
    return names;
  }

  return {
    async places() {
      const soon = await Promise.all(
        [...(await fixed(home)), ...ofEnvironment(env), ...(await listening(home))].map((path) =>
          resolveSandboxPath(path),
        ),
      );
      latestSearch ??= search(firstMs);
      const searchResult = await latestSearch;
      if (!searching && performance.now() - at > freshMs) {
        const next = search(4 * firstMs);
        void next.then(() => {
          latestSearch = next;
        });
      }
      return [...soon.flatMap((place) => place ?? []), ...searchResult];
    },
  };
}

/** Paths with a fixed location, checked for each command. */
async function fixed(home: string): Promise<string[]> {
  const names = new Set((await readdir(home).catch(() => [])).map((name) => name.toLowerCase()));
  const patterns = secretPlaces.flatMap(({ patterns }) => patterns).map((pattern) => pattern.replace(/\/$/, ''));
  const plain = patterns.filter((pattern) => !pattern.includes('*') && !pattern.startsWith('etc/'));
  const ofHome = [...plain, '.env', ...ofServices.filter((path) => !isAbsolute(path))];
  // Most do not exist; listing the home folder once tells.
  const there = ofHome.filter((path) => names.has(path.split('/')[0] ?? ''));
  return [...there.map((path) => join(home, path)), ...ofTheSystem, ...ofServices.filter((path) => isAbsolute(path))];
}

function ofEnvironment(env: HiddenPlacesOptions['env']): string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (!value) return [];
    // Like `KUBECONFIG`, which may list several.
    const paths = value.split(':').filter((path) => isAbsolute(path) && path !== '/');
    if (namingVariables.test(name)) return paths;
    return (toolHomes[name.toUpperCase()] ?? []).flatMap((inner) => paths.map((path) => join(path, inner)));
  });
}

async function searched(home: string, ms: number): Promise<SandboxPath[]> {
  const [secrets, sockets] = await Promise.all([
    findSecretsBelow(home, { ms }),
    findSocketsBelow([home, ...servicesHomes], ms),
  ]);
  return [...secrets, ...sockets];
}

/** By the table's names, relative to the folder. */
export async function findSecretsBelow(folder: string, { ms = firstMs }: { ms?: number } = {}): Promise<SandboxPath[]> {
  const pruned = anyOf(packageFolders.map((name) => ['-name', name]));
  const { paths } = await findPaths(
    [folder],
    ['-xdev', '-mindepth', '1', '-type', 'd', ...pruned, '-prune', '-o', ...anyOf(candidateTests()), '-print0'],
    { ms },
  );
  const secret = paths.filter((path) => sensitivityReason(path.slice(folder.length), 'read') !== null);
  // A key folder covers its keys.
  const outer = withoutInner(secret);
  const places = await Promise.all(outer.map((path) => resolveSandboxPath(path)));
  const real = places.flatMap((place) => place ?? []);
  const secretPaths = await Promise.all(real.map(async (place) => ((await isPublic(place)) ? [] : [place])));
  return secretPaths.flat();
}

/**
 * The part of the table that `find` can test: the last segment of each pattern, ignoring case. The full path is checked afterwards.
 */
function candidateTests(): string[][] {
  const patterns = secretPlaces.flatMap(({ patterns }) => patterns).map((pattern) => pattern.replace(/\/$/, ''));
  const names = patterns.map((pattern) => pattern.slice(pattern.lastIndexOf('/') + 1));
  return [...new Set([...names, '.env', '.env.*', '*.env'])].map((name) => ['-iname', name]);
}

function anyOf(tests: readonly (readonly string[])[]): string[] {
  return ['(', ...tests.flatMap((test, at) => (at === 0 ? test : ['-o', ...test])), ')'];
}

/** By file type, whatever their name and however they were bound. */
export async function findSocketsBelow(roots: readonly string[], ms = firstMs): Promise<SandboxPath[]> {
  const { paths } = await findPaths(
    roots,
    [
      '-xdev',
      '(',
      '-name',
      'node_modules',
      '-o',
      '-path',
      '/var/lib/docker',
      ')',
      '-prune',
      '-o',
      '-type',
      's',
      '-print0',
    ],
    { ms },
  );
  // Another namespace's may be removed meanwhile, and a missing path cannot be hidden.
  return paths.filter((path) => !isEdgeSocket(path)).map((path) => ({ path, isFolder: false }));
}

/** From the system's list, with everything in the same folders, because a socket may have been renamed. */
async function listening(home: string): Promise<string[]> {
  const list = await readFile('/proc/net/unix', 'utf8').catch(() => '');
  const named = [...list.matchAll(/^(?:\S+ +){7}(\/.+)$/gm)].map(([, path]) => path ?? '');
  const socketFolders = ['/run', '/var/run', '/tmp'];
  const folders = [...new Set(named.filter((path) => !isEdgeSocket(path)).map((path) => dirname(path)))];
  const elsewhere = folders.filter((folder) => !socketFolders.some((each) => isBelow(folder, each)));
  if (elsewhere.length === 0) return [];
  const { paths } = await findPaths(elsewhere.slice(0, maxSocketFolders), ['-maxdepth', '1', '-type', 's', '-print0']);
  return paths.filter((path) => !isEdgeSocket(path) && path !== home);
}

const maxSocketFolders = 500;

/** Certificates share extensions with keys, but programs need them. */
async function isPublic({ path, isFolder }: SandboxPath): Promise<boolean> {
  if (isFolder || !/\.pem$/i.test(path)) return false;
  try {
    const handle = await open(path);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxPemBytes), 0, maxPemBytes, 0);
      const text = buffer.subarray(0, bytesRead).toString('latin1');
      return bytesRead < maxPemBytes && text.includes('BEGIN CERTIFICATE') && !/PRIVATE KEY/.test(text);
    } finally {
      await handle.close();
    }
  } catch {
    return false;
  }
}

const maxPemBytes = 1024 * 1024;

function withoutInner(paths: readonly string[]): string[] {
  const all = new Set(paths);
  const hasOuter = (path: string): boolean => {
    const parent = dirname(path);
    return parent !== path && (all.has(parent) || hasOuter(parent));
  };
  return paths.filter((path) => !hasOuter(path));
}

/** Resolves links: the target is what gets hidden. */
export async function resolveSandboxPath(path: string): Promise<SandboxPath | null> {
  try {
    const real = await realpath(path);
    return { path: real, isFolder: (await lstat(real)).isDirectory() };
  } catch {
    return null;
  }
}
