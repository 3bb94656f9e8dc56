// The desktop app as it replaces itself: what kind of installation it is, what happens after it has closed, and what the next
// start makes of it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'electron';
import { describeThrown, fail, ok } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { InstallKind } from '../../../../shared/features/updates/updates.ts';
import type { Environment } from '../../../lib/environment.ts';
import type { Log } from '../../../lib/log.ts';
import type { UpdateHost, UpdateOutcome, VerifiedUpdate } from '../../../ports/updates.ts';
import { replaceAppImage, stage, unstage } from './appImage.ts';
import { buildSource, fileFor, findInstallKind, findOwner, installProblem, offReason } from './installKind.ts';
import { clearPending, type PendingUpdate, readPending, rollBack, writePending } from './pendingUpdate.ts';
import { installBySystem, type SystemKind } from './systemInstaller.ts';
import { startWatcher } from './watcher.ts';

export interface DesktopUpdates extends UpdateHost {
  /** Call before the data folder is opened. `restart`: the old version was restored, and starts when this process exits. */
  begin(): 'continue' | 'restart';
  /** The window is open, and so is the data folder. */
  confirm(): void;
  /** Call when everything is closed; then exit. */
  finish(): Promise<void>;
}

export interface DesktopUpdateOptions {
  app: Pick<App, 'isPackaged' | 'quit' | 'relaunch'>;
  host: NodeJS.Process;
  env: Environment;
  version: string;
  dataDir: string;
  log: Log;
}

export function createDesktopUpdates({ app, host, env, version, dataDir, log }: DesktopUpdateOptions): DesktopUpdates {
  const { platform, arch, execPath } = host;
  const installation = { platform, isPackaged: app.isPackaged, env, execPath };
  const kindAtOnce = findInstallKind(installation);
  /** Final once `known` has resolved. */
  let kind: InstallKind = kindAtOnce ?? 'archive';
  let owner: Promise<void> | null = kindAtOnce === null ? null : Promise.resolve();
  const target = kind === 'appImage' ? (env.APPIMAGE ?? null) : null;
  const folder = join(dataDir, 'desktop', 'updates');
  const start = { args: restartArguments(host.argv, dataDir), env };
  let outcome: UpdateOutcome | null = null;
  /** This version starts for the first time. */
  let unconfirmed: PendingUpdate | null = null;
  let arranged: { update: VerifiedUpdate; restart: boolean } | null = null;

  function relaunch(): void {
    app.relaunch({ args: [...start.args], ...(target === null ? {} : { execPath: target }) });
  }

  /** Removes the files of an installation that has ended or never began. */
  function removeLeftovers(): void {
    for (const name of ['watcher', 'installer']) rmSync(join(folder, name), { recursive: true, force: true });
    if (target !== null) unstage(target, folder);
  }

  function beginAsNew(pending: PendingUpdate): 'continue' | 'restart' {
    if (pending.starts > 0 && rollBack(folder, pending)) {
      relaunch();
      return 'restart';
    }
    unconfirmed = { ...pending, state: 'installed', starts: pending.starts + 1 };
    writePending(folder, unconfirmed);
    outcome = { kind: 'installed', version, from: pending.from };
    return 'continue';
  }

  function beginAsOld({ state, to, target: file, previous, reason }: PendingUpdate): void {
    if (state === 'rolledBack') outcome = { kind: 'rolledBack', version: to };
    else if (state === 'failed') outcome = { kind: 'failed', version: to, reason };
    else if (file === null) outcome = { kind: 'failed', version: to, reason: say`The installer did not finish.` };
    if (previous !== null) rmSync(previous, { force: true });
    clearPending(folder);
  }

  /** Returns the reason if it failed. */
  async function replace({ update, restart }: { update: VerifiedUpdate; restart: boolean }): Promise<string | null> {
    const versions = { from: version, to: update.version };
    if (target !== null) {
      try {
        const { previous } = replaceAppImage(folder, target, versions);
        if (restart && previous !== null) startWatcher(previous, folder, start);
        return null;
      } catch (thrown) {
        return describeThrown(thrown);
      }
    }
    const pending = {
      v: 1,
      ...versions,
      target: null,
      previous: null,
      starts: 0,
      state: 'installed',
      reason: '',
    } as const;
    writePending(folder, pending);
    const why = await installBySystem({
      ...{ kind: kind as SystemKind, update, version, restart },
      folder: installerFolder(),
      log: (message) => log('info', message, 'UPDATE_INSTALLER'),
    });
    if (why === null && restart && (kind === 'deb' || kind === 'rpm')) relaunch();
    return why;
  }

  /** electron-updater passes a path of dpkg and rpm through a shell, and a data folder may have any name. */
  function installerFolder(): string {
    return kind === 'deb' || kind === 'rpm'
      ? mkdtempSync(join(tmpdir(), 'throughline-update-'))
      : join(folder, 'installer');
  }

  return {
    known() {
      owner ??= findOwner(execPath).then((by) => {
        kind = by ?? 'archive';
      });
      return owner;
    },
    get kind() {
      return kind;
    },
    folder,
    platform,
    arch,
    source: buildSource(env),
    get takes() {
      return fileFor(kind);
    },
    get off() {
      return offReason(kind);
    },
    problem: async () => installProblem(kind, installation),
    takeOutcome() {
      const last = outcome;
      outcome = null;
      return last;
    },

    begin() {
      const pending = readPending(folder);
      if (pending === null) removeLeftovers();
      // Another copy of the app, with the same data.
      if (pending === null || pending.target !== target) return 'continue';
      if (pending.to === version && pending.state !== 'rolledBack') return beginAsNew(pending);
      beginAsOld(pending);
      return 'continue';
    },

    confirm() {
      if (unconfirmed === null) return;
      clearPending(folder);
      if (unconfirmed.previous !== null) rmSync(unconfirmed.previous, { force: true });
      unconfirmed = null;
    },

    async arrange(update, { restart }) {
      if (update === null) {
        if (target !== null) unstage(target, folder);
        arranged = null;
        return ok(undefined);
      }
      const why = installProblem(kind, installation);
      if (why !== null) return fail('NOT_SUPPORTED', why);
      if (target !== null) {
        const staged = await stage(update, target, folder, start);
        if (!staged.ok) return staged;
      }
      arranged = { update, restart };
      if (restart) app.quit();
      return ok(undefined);
    },

    async finish() {
      // The user quit before the window was open: that was no failed start.
      if (unconfirmed !== null) writePending(folder, { ...unconfirmed, starts: unconfirmed.starts - 1 });
      if (arranged === null) return;
      const { update, restart } = arranged;
      const why = await replace(arranged);
      arranged = null;
      if (why === null) return;
      log('warning', `version ${update.version} was not installed: ${why}`, 'UPDATE_FAILED');
      if (target !== null) unstage(target, folder);
      const failed = {
        v: 1,
        from: version,
        to: update.version,
        target,
        previous: null,
        starts: 0,
        reason: why,
      } as const;
      writePending(folder, { ...failed, state: 'failed' });
      if (restart) relaunch();
    },
  };
}

/** Electron's own switches and the data folder; not the links, files and conversation of this start. */
function restartArguments(argv: readonly string[], dataDir: string): string[] {
  const end = argv.indexOf('--');
  const switches = argv.slice(1, end < 0 ? undefined : end).filter((arg) => /^--./.test(arg) && !ownOption.test(arg));
  return [...switches, '--', '--data', dataDir];
}

const ownOption = /^--(?:data|project|resume|continue|scenario|browser|port|no-open)(?:=|$)/;
