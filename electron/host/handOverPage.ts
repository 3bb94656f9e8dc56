// Writes a page that redirects to a secret URL, readable only by this account. A URL passed to the system's opener
// would appear in a program's arguments, which every user on the machine can read.

import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Browsers read the page immediately or never. */
const lifeMs = 60_000;
const askingMs = 2000;
export const pageName = 'open.html';

export interface HandOverPage {
  path: string;
  /** Also happens automatically after a minute and on exit. */
  remove(): Promise<void>;
}

export interface HandOverOptions {
  platform?: NodeJS.Platform;
  home?: string;
  /** The output of xdg-settings; default: runs it. */
  defaultBrowser?(): Promise<string>;
  /** Default: `process`. */
  host?: Pick<NodeJS.Process, 'once' | 'off'>;
}

/** Rejects with the system's error. */
export async function writeHandOverPage(address: string, options: HandOverOptions = {}): Promise<HandOverPage> {
  const { host = process } = options;
  // mkdtemp sets mode 0700.
  const folder = await mkdtemp(join(await readableFolder(options), 'throughline-'));
  const atExit = (): void => rmSync(folder, { recursive: true, force: true });
  host.once('exit', atExit);
  const timer = setTimeout(() => void remove(), lifeMs).unref();
  async function remove(): Promise<void> {
    clearTimeout(timer);
    host.off('exit', atExit);
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
  try {
    const path = join(folder, pageName);
    await writeFile(path, handOverPage(address), { flag: 'wx', mode: 0o600 });
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** A parsed URL contains no quotes or angle brackets. Sends no referrer. */
export function handOverPage(address: string): string {
  const escaped = new URL(address).href.replaceAll('&', '&amp;').replaceAll("'", '%27').replaceAll('"', '%22');
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${escaped}">
<title>Throughline</title>
<p><a href="${escaped}">Throughline</a></p>
`;
}

/**
 * Snap browsers have a private /tmp and cannot read hidden folders in the home folder, but can read their own folder
 * there. Flatpak browsers receive the file from the desktop.
 */
async function readableFolder(options: HandOverOptions): Promise<string> {
  const { platform = process.platform, home = homedir(), defaultBrowser = askDefaultBrowser } = options;
  if (platform !== 'linux') return tmpdir();
  const name = await defaultBrowser().catch(() => '');
  const snap = /^([a-z0-9-]+)_[\w.-]+\.desktop$/.exec(name.trim())?.[1];
  if (snap === undefined) return tmpdir();
  const snapFolder = join(home, 'snap', snap, 'common');
  return access(snapFolder).then(
    () => snapFolder,
    () => tmpdir(),
  );
}

async function askDefaultBrowser(): Promise<string> {
  const answer = await promisify(execFile)('xdg-settings', ['get', 'default-web-browser'], { timeout: askingMs });
  return answer.stdout;
}
