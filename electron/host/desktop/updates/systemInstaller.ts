// Installs a verified file with the system's own installer, by electron-updater: dpkg or rpm after a password, the NSIS installer,
// or Squirrel on macOS. Only here is electron-updater used: it asks no server and downloads nothing.

import { once } from 'node:events';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppUpdater, ResolvedUpdateFileInfo, UpdateInfo } from 'electron-updater';
import { describeThrown } from '../../../../shared/core/errors.ts';
import type { VerifiedUpdate } from '../../../ports/updates.ts';

export type SystemKind = 'deb' | 'rpm' | 'nsis' | 'mac';

export interface SystemInstall {
  kind: SystemKind;
  update: VerifiedUpdate;
  /** The version that is replaced. */
  version: string;
  /** For electron-updater's files. */
  folder: string;
  restart: boolean;
  log(message: string): void;
}

/**
 * Call when the app has closed. Null: installed, or an installer runs that waits for the end of this process. Else the reason,
 * and nothing was changed.
 */
export async function installBySystem(options: SystemInstall): Promise<string | null> {
  const { kind, update, folder, restart, log } = options;
  try {
    const updater = await createUpdater(options);
    let failure: string | null = null;
    updater.on('error', (error) => {
      failure = error.message;
    });
    updater.autoDownload = false;
    updater.autoInstallOnAppQuit = false;
    // On macOS: otherwise Squirrel starts the new version even if the user quit.
    updater.autoRunAppAfterInstall = restart;
    updater.disableDifferentialDownload = true;
    updater.disableWebInstaller = true;
    updater.logger = { info: log, warn: log, error: log };
    // Otherwise it would download a file again whose checksum is another now.
    Object.assign(updater, { httpExecutor: { download: refuseDownload } });
    await fillCache(update, join(folder, cacheName, 'pending'));
    await updater.checkForUpdates();
    // Finds the file in its cache, and checks its SHA-512.
    await updater.downloadUpdate();
    if (kind === 'mac') await installBySquirrel(updater);
    else if (
      !(updater as { install?(silent: boolean, run: boolean): boolean }).install?.(true, restart && kind === 'nsis')
    ) {
      return failure ?? 'the installer did not start';
    }
    return failure;
  } catch (thrown) {
    return describeThrown(thrown);
  } finally {
    if (kind === 'deb' || kind === 'rpm') await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

/** Milliseconds that Squirrel may take to read the file. */
const squirrelMs = 120_000;

/** Resolves when Squirrel has taken the update, and waits for the end of this process; or when it has failed or hangs. */
async function installBySquirrel(updater: AppUpdater): Promise<void> {
  const { nativeUpdater } = updater as unknown as { nativeUpdater: NodeJS.EventEmitter };
  const end = AbortSignal.timeout(squirrelMs);
  const taken = once(nativeUpdater, 'update-downloaded', { signal: end });
  updater.quitAndInstall();
  await taken;
}

const cacheName = 'cache';

async function refuseDownload(): Promise<never> {
  throw new Error('the downloaded file has changed on the disk');
}

async function createUpdater(options: SystemInstall): Promise<AppUpdater> {
  const { kind, update, folder } = options;
  const updaters = await import('electron-updater');
  const info: UpdateInfo = {
    version: update.version,
    releaseDate: update.published,
    files: [{ url: update.name, sha512: update.sha512, size: update.size, isAdminRightsRequired: false }],
    path: update.name,
    sha512: update.sha512,
  };
  /** Answers with what we verified. */
  class VerifiedProvider extends updaters.Provider<UpdateInfo> {
    // electron-updater passes the runtime options last.
    constructor(_options: unknown, _updater: unknown, runtime: never) {
      super(runtime);
    }
    async getLatestVersion(): Promise<UpdateInfo> {
      return info;
    }
    resolveFiles(): ResolvedUpdateFileInfo[] {
      return [
        {
          url: new URL(encodeURIComponent(update.name), 'file:///'),
          info: info.files[0] as UpdateInfo['files'][number],
        },
      ];
    }
  }
  const { NsisUpdater, MacUpdater, DebUpdater, RpmUpdater } = updaters;
  const Updater = { deb: DebUpdater, rpm: RpmUpdater, nsis: NsisUpdater, mac: MacUpdater }[kind] as unknown as new (
    source: object,
    app: object,
  ) => AppUpdater;
  await mkdir(folder, { recursive: true });
  const configuration = join(folder, 'app-update.yml');
  await writeFile(configuration, `updaterCacheDirName: ${cacheName}\n`);
  // Instead of Electron's app: electron-updater's files stay in our folder, and the host decides when to quit.
  const app = {
    version: options.version,
    name: 'Throughline',
    isPackaged: true,
    appUpdateConfigPath: configuration,
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: async () => {},
    relaunch: () => {},
    // This process is ending already.
    quit: () => {},
    onQuit: () => {},
  };
  return new Updater({ provider: 'custom', updateProvider: VerifiedProvider }, app);
}

/** As electron-updater leaves a finished download. */
async function fillCache({ path, name, sha512 }: VerifiedUpdate, cache: string): Promise<void> {
  await rm(cache, { recursive: true, force: true });
  await mkdir(cache, { recursive: true });
  await copyFile(path, join(cache, name));
  const info = { fileName: name, sha512, isAdminRightsRequired: false };
  await writeFile(join(cache, 'update-info.json'), JSON.stringify(info));
}
