// Runs the desktop host once Electron is ready: creates the app and its windows, brings one to the front, and closes the
// app before the process exits.

import type { Dialog, App as ElectronApp, IpcMain, NativeTheme } from 'electron';
import { type AppError, describeThrown, ok, type Result } from '../../../shared/core/errors.ts';
import type { Transport } from '../../../shared/protocol/transport.ts';
import type { App, AppOptions } from '../../app.ts';
import { readScenario } from '../../interop/scenario/scenarioFile.ts';
import type { EntryLog } from '../../lib/log.ts';
import { findRunningHost } from '../browser/running.ts';
import { addressWithToken, removeServerFile } from '../browser/serverFile.ts';
import { createConfirm } from '../confirm.ts';
import { doctorHint, logFilesOf } from '../logFolder.ts';
import { projectFolderProblem } from '../projectFolder.ts';
import { closingMs, settlesWithin } from '../settlesWithin.ts';
import { appAddressFor, appAddressWith } from './appProtocol.ts';
import type { DesktopStart } from './commandLine.ts';
import { createIpcServer } from './ipcTransport.ts';
import { createDesktopServer } from './localServer.ts';
import { confirmInDialog, createDesktopNative } from './native.ts';
import { createArrivals, type Outside } from './outside.ts';
import { createShell, type ShellOptions, type ShellParts } from './shell.ts';
import type { ForksPrograms } from './startProgram.ts';
import { grantWish, noWish, type StartWish, wishOfFiles } from './startWish.ts';
import { createDesktopUpdates } from './updates/desktopUpdates.ts';
import type { WindowOptions } from './window.ts';
import { createWindows, type Windows } from './windows.ts';

/** How long to wait for a browser host that is starting. */
const patienceMs = 3000;

export interface DesktopParts extends Omit<ShellParts, 'nativeTheme'>, Pick<WindowOptions, 'Window' | 'screen'> {
  dialog: Dialog;
  ipcMain: IpcMain;
  nativeTheme: NativeTheme;
  utilityProcess: ForksPrograms;
}

export interface DesktopHostOptions extends Pick<AppOptions, 'env' | 'version' | 'log'> {
  createApp(options: AppOptions): Promise<Result<App>>;
  err(line: string): void;
  /** Absolute path of the bundled preload script. */
  preload: string;
  /** The page's files, for devices. */
  rendererFolder: string;
}

export interface DesktopHost {
  run(start: DesktopStart): Promise<void>;
  /** Another start, or the system, brings something from outside, or asks for something; neither: the window is wanted. */
  arrive(outside: Outside, wish?: StartWish): void;
  /** Shows why the app cannot start, and ends it. */
  giveUp(sentence: string): void;
}

export function createDesktopHost(parts: DesktopParts, host: NodeJS.Process, options: DesktopHostOptions): DesktopHost {
  const { app, dialog, ipcMain, shell } = parts;
  /** Null until the app exists. */
  let windows: Windows | null = null;
  const currentWindow = () => windows?.current() ?? null;
  let admit: ShellOptions['admit'] = () => {};
  const desktop = createShell(parts, {
    platform: host.platform,
    env: options.env,
    execPath: host.execPath,
    preload: options.preload,
    windows: () => windows,
    admit: (window) => admit(window),
  });
  const arrivals = createArrivals();
  /** Arrived before there was a window. */
  let firstFragment: string | null = null;
  let tell = (fragment: string): void => {
    firstFragment ??= fragment;
  };
  let writeEntry: EntryLog = () => {};
  /** Ends the app after an uncaught error: at first without anything to close. */
  let fail = (thrown: unknown): void => giveUp(internalError(thrown), doctorHint);

  function giveUp(sentence: string, hint?: string): void {
    options.err(sentence);
    dialog.showErrorBox('Throughline could not start', hint ? `${sentence}\n\n${hint}` : sentence);
    app.exit(1);
  }

  /** Another host uses the data folder: opens a running browser host in the browser, or reports the error. */
  async function joinOther(dataDir: string, error: AppError): Promise<void> {
    const running = await findRunningHost(dataDir, patienceMs);
    if (!running) return giveUp(error.message);
    options.err(`Throughline is already running at ${addressWithToken(running.server)}`);
    const page = await running.page();
    if (page !== null) await shell.openPath(page);
    app.exit(0);
  }

  async function begin(start: DesktopStart): Promise<void> {
    const { dataDir, projectFolder, conversation, scenarioFile, remoteName, wish } = start;
    const problem = projectFolder === null ? null : await projectFolderProblem(projectFolder);
    if (problem !== null) return giveUp(problem);
    const updates = createDesktopUpdates({ ...options, app, host, dataDir });
    if (updates.begin() === 'restart') return app.exit(0);
    const scenario = scenarioFile === null ? ok(null) : await readScenario(scenarioFile);
    if (!scenario.ok) return giveUp(scenario.error.message);
    for (const warning of scenario.value?.lost ?? []) options.err(warning);
    const logFiles = logFilesOf(dataDir, options.env, 'desktop');
    writeEntry = logFiles.write;
    let attachDevice: App['attach'] = (transport) => transport.close();
    const localServer = createDesktopServer(options.rendererFolder, (...device) => attachDevice(...device));
    const created = await options.createApp({
      dataDir,
      projectFolder,
      conversation,
      host: 'desktop',
      native: createDesktopNative({
        ...parts,
        desktop,
        currentWindow,
        openWindow: (id) => windows?.open(appAddressFor(id)),
        takeOpened: arrivals.takeOpened,
      }),
      localServer,
      remoteName,
      confirm: createConfirm({ by: 'box', ask: (sentence) => confirmInDialog(dialog, currentWindow(), sentence) }),
      env: options.env,
      version: options.version,
      log: options.log,
      logFiles,
      scenario: scenario.value?.scenario,
      updates,
    });
    if (!created.ok) {
      return created.error.code === 'DATA_FOLDER_BUSY'
        ? joinOther(dataDir, created.error)
        : giveUp(created.error.message, doctorHint);
    }
    const core = created.value;
    attachDevice = core.attach;
    // Left by a killed browser host, since we now hold the data folder.
    if (!core.readOnly) await removeServerFile(dataDir);
    const attach = (transport: Transport): void => {
      core.attach(transport);
      updates.confirm();
    };
    const door = createIpcServer({ ipcMain, attach, mayCapture: desktop.isQuickInUse, log: options.log });

    admit = ({ webContents }) => {
      door.admit(webContents);
      desktop.addMenu(webContents);
    };
    const opened = createWindows({
      ...parts,
      dataFolder: dataDir,
      readOnly: core.readOnly,
      preload: options.preload,
      onOpen: admit,
      onLastClosed() {
        // On macOS, apps stay open without windows; elsewhere only with an icon in the tray.
        if (!desktop.staysWithoutWindows() && host.platform !== 'darwin') app.quit();
      },
    });
    windows = opened;
    tell = (fragment) => {
      const window = currentWindow();
      if (!window) return opened.open(appAddressWith(fragment));
      // The page stays: only its fragment changes. It knows of the link before a key can reach it.
      window.loadURL(appAddressWith(fragment)).then(opened.toFront, opened.toFront);
    };
    let failure: string | null = null;
    fail = (thrown) => {
      logFiles.write('defect', 'UNCAUGHT', { reason: thrown });
      failure ??= internalError(thrown);
      options.err(failure);
      app.quit();
    };
    const close = (): Promise<void> => {
      opened.save();
      desktop.close();
      return Promise.all([core.close(), localServer.close()]).then(() => {});
    };
    closeBeforeQuit(app, host, close, async () => {
      if (failure !== null) dialog.showErrorBox('Throughline had to close', failure);
      else {
        // An installer that asks for a password blocks this process: nothing may be left that seems to hang.
        opened.end();
        await updates.finish();
      }
      app.exit(failure === null ? 0 : 1);
    });
    app.on('activate', desktop.toFront);
    // Without a listener, Electron quits.
    app.on('window-all-closed', () => {});
    desktop.begin();
    if (firstFragment !== null) opened.open(appAddressWith(firstFragment));
    else if (conversation !== null) opened.open(appAddressFor(null));
    else opened.restore();
    desktop.openWanted();
    // The project of this start is already open.
    if (wish.action !== null) grantWish(desktop, wish);
  }

  return {
    arrive(outside, wish = noWish) {
      const fragment = arrivals.fragmentFor(outside);
      // A second start also opens a window for an app that has none.
      if (fragment === null) grantWish(desktop, outside.links.length > 0 ? noWish : wishOfFiles(outside.files, wish));
      else if (fragment !== 'tooMany') tell(fragment);
    },
    giveUp,
    async run(start) {
      // Without these, Electron shows a stack trace, and the app continues without a window.
      host.on('uncaughtException', (thrown) => fail(thrown));
      host.on('unhandledRejection', (thrown) => {
        options.err(`internal error: ${describeThrown(thrown)}`);
        writeEntry('defect', 'REJECTED', { reason: thrown });
      });
      firstFragment ??= arrivals.fragmentFor(start.outside);
      await begin(start).catch((thrown) => fail(thrown));
    },
  };
}

function internalError(thrown: unknown): string {
  return `Throughline has to close because of an internal error: ${describeThrown(thrown)}. Everything stored is kept.`;
}

/** Calls `close` once on quit, and `exit` when it is done, at most two seconds later. */
function closeBeforeQuit(
  app: ElectronApp,
  host: NodeJS.Process,
  close: () => Promise<void>,
  exit: () => Promise<void>,
): void {
  let state: 'open' | 'closing' | 'closed' = 'open';
  app.on('before-quit', (event) => {
    // The installer of an update may end the app when it has closed.
    if (state === 'closed') return;
    event.preventDefault();
    if (state === 'closing') return;
    state = 'closing';
    const end = (): Promise<void> => {
      state = 'closed';
      return exit();
    };
    void settlesWithin(closingMs, close()).then(end, end);
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) host.on(signal, () => app.quit());
}
