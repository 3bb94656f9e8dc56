// Runs the desktop host once Electron is ready: creates the app and its windows, brings one to the front, and closes the
// app before the process exits.

import type { BrowserWindow, Dialog, App as ElectronApp, IpcMain, Notification, Shell } from 'electron';
import { type AppError, describeThrown, ok, type Result } from '../../../shared/core/errors.ts';
import type { App, AppOptions } from '../../app.ts';
import { readScenario } from '../../interop/scenario/scenarioFile.ts';
import { findRunningHost } from '../browser/running.ts';
import { addressWithToken, removeServerFile } from '../browser/serverFile.ts';
import { createConfirm } from '../confirm.ts';
import { projectFolderProblem } from '../projectFolder.ts';
import { closingMs, settlesWithin } from '../settlesWithin.ts';
import type { DesktopStart } from './commandLine.ts';
import { createIpcServer } from './ipcTransport.ts';
import { confirmInDialog, createDesktopNative } from './native.ts';
import { type AppWindow, openWindow, type WindowOptions } from './window.ts';

/** How long to wait for a browser host that is starting. */
const patienceMs = 3000;
/** As many as the browser host accepts tabs. */
const maxWindows = 16;

export interface DesktopParts extends Pick<WindowOptions, 'Window' | 'screen' | 'nativeTheme'> {
  app: ElectronApp;
  dialog: Dialog;
  ipcMain: IpcMain;
  Notification: typeof Notification;
  shell: Shell;
}

export interface DesktopHostOptions extends Pick<AppOptions, 'env' | 'version' | 'log'> {
  createApp(options: AppOptions): Promise<Result<App>>;
  err(line: string): void;
  /** Absolute path of the bundled preload script. */
  preload: string;
}

export interface DesktopHost {
  run(start: DesktopStart): Promise<void>;
  toFront(): void;
  /** Shows why the app cannot start, and ends it. */
  giveUp(sentence: string): void;
}

export function createDesktopHost(parts: DesktopParts, host: NodeJS.Process, options: DesktopHostOptions): DesktopHost {
  const { app, dialog, ipcMain, shell } = parts;
  /** Open windows; the one that last had the focus comes last. */
  let windows: AppWindow[] = [];
  const currentWindow = (): BrowserWindow | null => windows.at(-1)?.window ?? null;
  /** Shows the window, or a new one if all were closed, once the app exists. */
  let front = toFront;
  let show = (_conversationId: string | null): void => {};
  /** Ends the app after an uncaught error: at first without anything to close. */
  let fail = (thrown: unknown): void => giveUp(internalError(thrown));

  function toFront(): void {
    const window = currentWindow();
    if (!window) return;
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  function giveUp(sentence: string): void {
    options.err(sentence);
    dialog.showErrorBox('Throughline could not start', sentence);
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

  async function begin({ dataDir, projectFolder, conversation, scenarioFile }: DesktopStart): Promise<void> {
    const problem = projectFolder === null ? null : await projectFolderProblem(projectFolder);
    if (problem !== null) return giveUp(problem);
    const scenario = scenarioFile === null ? ok(null) : await readScenario(scenarioFile);
    if (!scenario.ok) return giveUp(scenario.error.message);
    for (const warning of scenario.value?.lost ?? []) options.err(warning);
    const created = await options.createApp({
      dataDir,
      projectFolder,
      conversation,
      host: 'desktop',
      native: createDesktopNative({
        ...parts,
        currentWindow,
        toFront: () => front(),
        openWindow: (id) => (windows.length < maxWindows ? show(id) : toFront()),
      }),
      confirm: createConfirm({ by: 'box', ask: (sentence) => confirmInDialog(dialog, currentWindow(), sentence) }),
      env: options.env,
      version: options.version,
      log: options.log,
      scenario: scenario.value?.scenario,
    });
    if (!created.ok) {
      return created.error.code === 'DATA_FOLDER_BUSY'
        ? joinOther(dataDir, created.error)
        : giveUp(created.error.message);
    }
    const core = created.value;
    // Left by a killed browser host, since we now hold the data folder.
    await removeServerFile(dataDir);
    const door = createIpcServer({ ipcMain, attach: (transport) => core.attach(transport), log: options.log });

    show = (conversationId) => {
      const others = windows.map(({ window }) => window);
      const opened = openWindow({ ...parts, dataFolder: dataDir, preload: options.preload }, conversationId, others);
      const without = (): AppWindow[] => windows.filter((each) => each !== opened);
      windows.push(opened);
      door.admit(opened.window.webContents);
      opened.window.on('focus', () => {
        windows = [...without(), opened];
      });
      opened.window.on('closed', () => {
        windows = without();
      });
    };

    front = () => (windows.length > 0 ? toFront() : show(null));
    let failure: string | null = null;
    fail = (thrown) => {
      failure ??= internalError(thrown);
      options.err(failure);
      app.quit();
    };
    const close = (): Promise<void> => {
      for (const { saveState } of windows) saveState();
      return core.close();
    };
    closeBeforeQuit(app, host, close, () => {
      if (failure !== null) dialog.showErrorBox('Throughline had to close', failure);
      app.exit(failure === null ? 0 : 1);
    });
    app.on('activate', front);
    // On macOS, apps stay open without windows.
    app.on('window-all-closed', () => {
      if (host.platform !== 'darwin') app.quit();
    });
    show(null);
  }

  return {
    // A second start also opens a window for an app that has none, as is possible on macOS.
    toFront: () => front(),
    giveUp,
    async run(start) {
      // Without these, Electron shows a stack trace, and the app continues without a window.
      host.on('uncaughtException', (thrown) => fail(thrown));
      host.on('unhandledRejection', (thrown) => options.err(`internal error: ${describeThrown(thrown)}`));
      await begin(start).catch((thrown) => fail(thrown));
    },
  };
}

function internalError(thrown: unknown): string {
  return `Throughline has to close because of an internal error: ${describeThrown(thrown)}. Everything stored is kept.`;
}

/** Calls `close` once on quit, and `exit` when it is done, at most two seconds later. */
function closeBeforeQuit(app: ElectronApp, host: NodeJS.Process, close: () => Promise<void>, exit: () => void): void {
  let closing = false;
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (closing) return;
    closing = true;
    void settlesWithin(closingMs, close()).then(exit, exit);
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) host.on(signal, () => app.quit());
}
