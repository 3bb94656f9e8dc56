// Checks of the disk that holds the data folder: its space, speed and kind, and who may read the folder.

import { dirname, sep } from 'node:path';
import { type Sentence, say } from '../../../../shared/core/sentence.ts';
import { sizeText } from '../../../host/terminal/terminalText.ts';
import { isBelow } from '../../../tools/sandbox/isBelow.ts';
import { type Check, type CheckContext, good, note, type Observation, problem, unclear } from '../check.ts';
import type { Machine } from '../machine.ts';

export const diskChecks: readonly Check[] = [
  { name: 'diskSpace', run: checkSpace },
  { name: 'diskSpeed', alone: true, run: checkSpeed },
  { name: 'fileSystem', run: checkFileSystem },
  { name: 'permissions', run: checkPermissions },
];

const megabyte = 1024 * 1024;
/** Less than a few large results; less than a day with undo data. */
const fullBytes = 100 * megabyte;
const lowBytes = 1024 * megabyte;
const minFreeFiles = 1_000;

async function checkSpace({ machine, parts }: CheckContext): Promise<Observation[]> {
  const { free, total, freeFiles, files } = await machine.space(await nearestFolder(machine, parts.dataDir));
  const observations: Observation[] = [];
  const advice = say`Delete what you no longer need; Settings → Data shows what can be freed.`;
  if (free < fullBytes) observations.push(problem(say`The disk is full: ${sizeText(free)} are free.`, advice));
  else if (free < Math.min(lowBytes, total / 20))
    observations.push(note(say`Only ${sizeText(free)} are free on the disk.`, advice));
  else observations.push(good(say`${sizeText(free)} are free on the disk.`));
  if (files > 0 && freeFiles < minFreeFiles) {
    observations.push(
      problem(
        say`The disk can hold only ${freeFiles} more files, however small (inodes).`,
        say`Delete folders with many small files.`,
      ),
    );
  }
  return observations;
}

/** Each message is synced: above this, saving is slow; above that, it can be felt in every step. */
const slowMs = 25;
const verySlowMs = 150;

async function checkSpeed({ machine, parts, signal }: CheckContext): Promise<Observation[]> {
  if ((await machine.info(parts.dataDir)) === null) return [];
  const times = (await machine.syncTimes(parts.dataDir, signal)).toSorted((one, other) => one - other);
  const median = times[Math.floor(times.length / 2)];
  if (median === undefined) return [unclear(say`The speed of the disk could not be measured.`)];
  const milliseconds = median < 10 ? Math.round(median * 10) / 10 : Math.round(median);
  if (median < slowMs) return [good(say`Saving a message takes ${milliseconds} ms.`)];
  const advice = say`Move the data folder to a local disk with --data or THROUGHLINE_HOME; on Windows, exclude it from the virus scanner.`;
  const text = say`The disk is slow: saving a message takes ${milliseconds} ms.`;
  return [median < verySlowMs ? note(text, advice) : problem(text, advice)];
}

/** The data folder may not exist yet; nothing is written outside of it. */
async function nearestFolder(machine: Machine, path: string): Promise<string> {
  const there = (await machine.info(path))?.isFolder === true;
  return there || dirname(path) === path ? path : nearestFolder(machine, dirname(path));
}

const networkKinds =
  /^(?:nfs4?|cifs|smb3?|smbfs|afpfs|webdav|davfs|9p|ceph|glusterfs|afs|fuse\.(?:sshfs|rclone|gvfsd-fuse|davfs2?|s3fs|gcsfuse))$/;
const memoryKinds = new Set(['tmpfs', 'ramfs']);
const plainKinds = new Set(['vfat', 'msdos', 'exfat', 'fuseblk']);

async function checkFileSystem({ machine, parts, signal }: CheckContext): Promise<Observation[]> {
  const kind = await fileSystemKind(machine, await nearestFolder(machine, parts.dataDir), signal);
  const observations: Observation[] = [];
  if (kind !== null && networkKinds.test(kind)) {
    const advice = say`Locks and saving are not reliable there. Move the data folder to a local disk with --data or THROUGHLINE_HOME, and use backups.`;
    observations.push(problem(say`The data folder is on a network drive (${kind}).`, advice));
  } else if (kind !== null && memoryKinds.has(kind)) {
    const advice = say`Choose another folder with --data or THROUGHLINE_HOME.`;
    observations.push(
      problem(say`The data folder is in memory (${kind}): everything is lost when the machine restarts.`, advice),
    );
  } else if (kind !== null && plainKinds.has(kind)) {
    observations.push(
      note(
        say`The disk of the data folder (${kind}) does not limit who can read it.`,
        say`Move the data folder to a disk of the system.`,
      ),
    );
  }
  const service = syncService(parts.dataDir, machine);
  if (service !== null) {
    const advice = say`Use it on one machine at a time. Copies of a conversation that a conflict leaves behind are merged; lists and the search index are rebuilt.`;
    observations.push(note(say`The data folder is synchronized by ${service}.`, advice));
  } else if ((await machine.names(parts.dataDir)).some((name) => name === '.stfolder' || name === '.stversions')) {
    observations.push(
      note(
        say`The data folder is synchronized by ${'Syncthing'}.`,
        say`Exclude index.db and search.db; they are rebuilt on each machine.`,
      ),
    );
  }
  const exists = (await machine.info(parts.dataDir)) !== null;
  if (machine.platform === 'linux' && exists && !(await machine.isCaseSensitive(parts.dataDir))) {
    observations.push(
      note(
        say`The disk of the data folder does not distinguish upper and lower case.`,
        say`Project folders with such names cannot be checked out there.`,
      ),
    );
  }
  return observations.length > 0 ? observations : [good(say`The data folder is on a local disk.`)];
}

/** As the system calls it; null: unknown. */
async function fileSystemKind(machine: Machine, path: string, signal: AbortSignal): Promise<string | null> {
  if (machine.platform === 'win32') return path.startsWith('\\\\') ? 'cifs' : null;
  if (machine.platform === 'darwin') {
    const mounted = await machine.run('/sbin/mount', [], signal);
    return mounted.kind === 'ended' ? nearest(path, macMounts(mounted.out)) : null;
  }
  return nearest(path, linuxMounts((await machine.text('/proc/self/mounts')) ?? ''));
}

type Mount = readonly [path: string, kind: string];

function linuxMounts(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const [, path, kind] = line.split(' ');
    // Spaces are written as \040.
    const plain = path?.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)));
    return plain !== undefined && kind !== undefined ? [[plain, kind] as const] : [];
  });
}

function macMounts(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const [, path, kind] = /^.* on (.+) \(([a-z0-9]+)/.exec(line) ?? [];
    return path !== undefined && kind !== undefined ? [[path, kind] as const] : [];
  });
}

/** The kind of the longest path that contains `path`; of equal ones the last, which hides the others. */
function nearest(path: string, mounts: readonly Mount[]): string | null {
  let best: Mount | null = null;
  for (const mount of mounts) {
    if (isBelow(path, mount[0]) && (best === null || mount[0].length >= best[0].length)) best = mount;
  }
  return best?.[1] ?? null;
}

/** By folder name, as their apps name them. */
const services: readonly (readonly [RegExp, string | Sentence])[] = [
  [/^Dropbox(?: \(.+\))?$/, 'Dropbox'],
  [/^OneDrive(?: - .+|-.+)?$/, 'OneDrive'],
  [/^(?:Google ?Drive|My Drive|GoogleDrive-.+)$/, 'Google Drive'],
  [/^(?:Mobile Documents|iCloud Drive|iCloudDrive)$/, 'iCloud'],
  [/^(?:Nextcloud|ownCloud)\d*$/, 'Nextcloud'],
  [/^(?:pCloudDrive|pCloud Drive|Box|Box Sync|MEGA|MEGAsync|Proton Drive|Tresorit)$/, say`a sync app`],
];

function syncService(path: string, { home }: Machine): string | Sentence | null {
  // A folder above the home folder is named by the administrator.
  const names = (isBelow(path, home) ? path.slice(home.length) : path).split(sep);
  return services.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1] ?? null;
}

async function checkPermissions({ machine, parts }: CheckContext): Promise<Observation[]> {
  const info = await machine.info(parts.dataDir);
  if (info === null) return [note(say`The data folder does not exist yet. It is made when it is needed.`)];
  if (!info.isFolder) {
    const advice = say`Check the path given with --data or THROUGHLINE_HOME.`;
    return [problem(say`There is a file where the data folder should be.`, advice)];
  }
  const writable = await machine.isCaseSensitive(parts.dataDir).then(
    () => true,
    () => false,
  );
  if (!writable)
    return [
      problem(
        say`The data folder cannot be written, so nothing can be saved.`,
        say`Give your user account the right to write there, or choose another folder with --data or THROUGHLINE_HOME.`,
      ),
    ];
  if (machine.platform === 'win32') return [good(say`The data folder can be written.`)];
  const user = process.getuid?.();
  if (user !== undefined && info.uid !== user && user !== 0) {
    return [
      problem(
        say`The data folder belongs to another user account.`,
        say`This happens after starting the app with sudo. Give the folder to your account: sudo chown -R $USER FOLDER`,
      ),
    ];
  }
  if ((info.mode & 0o077) !== 0) {
    return [
      problem(
        say`Other users of this machine can open the data folder.`,
        say`Let only your user account open it.`,
        'permissions',
      ),
    ];
  }
  return [good(say`Only your user account can open the data folder.`)];
}
