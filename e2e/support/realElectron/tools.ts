// Programs that only some tests of packages need, and the environment in which electron-builder finds them.

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';

export const sevenZip = ['7za', '7z', '7zz'].map(pathOf).find((file) => file !== null) ?? null;

/** Targets that electron-builder can make here within seconds; compressing a tar.gz takes a minute. */
export function possibleTargets(): string[] {
  return ['dir', ...(pathOf('dpkg-deb') ? ['deb'] : []), ...(sevenZip ? ['zip'] : [])];
}

/** electron-builder reads it from the process. Archives are not compressed. */
export function usePackagingTools(folder: string): void {
  mkdirSync(folder, { recursive: true });
  Object.assign(process.env, {
    CUSTOM_FPM_PATH: path.join(import.meta.dirname, 'fpm.mjs'),
    THROUGHLINE_FPM_FOLDER: folder,
    ELECTRON_BUILDER_COMPRESSION_LEVEL: '0',
    ...(sevenZip === null ? {} : { ELECTRON_BUILDER_7ZIP_PATH: sevenZip }),
  });
}

/** Why a deb cannot be installed in a copy of this system; null: it can. */
export function obstacleToInstalling(): string | null {
  if (process.getuid?.() !== 0) return 'only root can install a deb';
  if (!pathOf('dpkg') || !pathOf('unshare') || !pathOf('curl')) return 'dpkg, unshare or curl is missing';
  const layer =
    'mount -t tmpfs none /mnt && mkdir /mnt/u /mnt/w /mnt/m && mount -t overlay overlay -o lowerdir=/,upperdir=/mnt/u,workdir=/mnt/w /mnt/m';
  const { status } = spawnSync('unshare', ['-m', 'sh', '-c', layer], { stdio: 'ignore' });
  return status === 0 ? null : 'this system does not allow a layer above its files';
}

function pathOf(program: string): string | null {
  const { status, stdout } = spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}
