// How this copy of the app was installed, so how it can be replaced; and whose updates its build accepts.

import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
import { say, type UserText } from '../../../../shared/core/sentence.ts';
import type { InstallKind } from '../../../../shared/features/updates/updates.ts';
import type { Environment } from '../../../lib/environment.ts';
import type { UpdateFileKind, UpdateSource } from '../../../ports/updates.ts';

export interface Installation {
  platform: NodeJS.Platform;
  isPackaged: boolean;
  env: Environment;
  execPath: string;
}

/** Null: a package manager must be asked (`findOwner`), which takes too long before the window opens. */
export function findInstallKind({ platform, isPackaged, env, execPath }: Installation): InstallKind | null {
  if (!isPackaged) return 'source';
  if (env.SNAP || env.FLATPAK_ID || execPath.startsWith('/nix/store/')) return 'managed';
  if (platform === 'darwin') return existsSync('/opt/homebrew/Caskroom/throughline') ? 'managed' : 'mac';
  if (platform === 'win32') {
    return existsSync(join(dirname(execPath), 'Uninstall Throughline.exe')) ? 'nsis' : 'archive';
  }
  if (env.APPIMAGE?.startsWith('/')) return 'appImage';
  // Where our packages are installed. Those of a distribution are elsewhere, and updated by it.
  if (execPath.startsWith('/opt/')) return null;
  return /^\/(?:usr|app|snap|gnu)\//.test(execPath) ? 'managed' : 'archive';
}

/** The package manager that installed the file; null: none. */
export async function findOwner(file: string): Promise<'deb' | 'rpm' | null> {
  const owns = (command: string, ...args: string[]): Promise<boolean> =>
    new Promise((resolve) => {
      execFile(command, [...args, file], { timeout: ownerMs }, (failure) => resolve(failure === null));
    });
  if (await owns('dpkg-query', '--search')) return 'deb';
  return (await owns('rpm', '--query', '--file')) ? 'rpm' : null;
}

const ownerMs = 5000;

const takes: Partial<Record<InstallKind, UpdateFileKind>> = {
  appImage: 'appImage',
  deb: 'deb',
  rpm: 'rpm',
  mac: 'zip',
  nsis: 'nsis',
};

export function fileFor(kind: InstallKind): UpdateFileKind | null {
  return takes[kind] ?? null;
}

/** Why it cannot look for updates, and what to do instead. */
export function offReason(kind: InstallKind): UserText | null {
  if (kind === 'source') {
    return say`This copy was started from its source folder. Update it with git pull, then start it again.`;
  }
  if (kind === 'managed') {
    return say`A package manager installed this copy and updates it. Use the package manager to get a new version.`;
  }
  return null;
}

/** Why the app could not be replaced now, and what to do instead. */
export function installProblem(kind: InstallKind, { env, execPath }: Installation): UserText | null {
  switch (kind) {
    case 'appImage': {
      const file = env.APPIMAGE ?? '';
      if (isWritable(file) && isWritable(dirname(file))) return null;
      return say`The app cannot replace itself, because ${file} is in a folder that you may not write to. Move it to a folder of yours and start it there, or download the new version yourself.`;
    }
    case 'deb':
    case 'rpm': {
      if (['pkexec', 'gksudo', 'kdesudo', 'beesu'].some((name) => isOnPath(name, env.PATH))) return null;
      return say`Installing needs a password, and this system has no program that asks for it (pkexec). Download the new package and install it in a terminal with ${kind === 'deb' ? 'sudo apt install ./FILE' : 'sudo rpm -U FILE'}.`;
    }
    case 'mac': {
      const bundle = execPath.split(`.app${sep}Contents${sep}`)[0] ?? execPath;
      if (bundle.includes('/AppTranslocation/') || bundle.startsWith('/Volumes/')) {
        return say`The app runs from a disk image or a temporary place, where it cannot be replaced. Move Throughline to the Applications folder and start it there.`;
      }
      if (isWritable(dirname(bundle))) return null;
      return say`The app cannot replace itself, because you may not write to ${dirname(bundle)}. Ask an administrator to install the new version.`;
    }
    case 'archive':
      return say`This copy was unpacked from an archive, so it does not replace itself. Download the new archive and unpack it in a new folder. Your data stays where it is.`;
    default:
      return null;
  }
}

/**
 * The bundler replaces both variables. `THROUGHLINE_UPDATE_SERVER` names a mirror at run time: it can delay updates, but not
 * forge them.
 */
export function buildSource(env: Environment): UpdateSource | null {
  const publicKey = process.env.THROUGHLINE_UPDATE_KEY ?? '';
  const address = env.THROUGHLINE_UPDATE_SERVER || process.env.THROUGHLINE_UPDATE_URL || '';
  if (publicKey === '' || !URL.canParse(address)) return null;
  return { publicKey, address: address.endsWith('/') ? address : `${address}/` };
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function isOnPath(name: string, path = ''): boolean {
  return path.split(delimiter).some((folder) => folder.startsWith('/') && existsSync(join(folder, name)));
}
