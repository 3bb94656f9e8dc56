// The desktop app's entry point. Calls that must precede Electron's ready event come before the await.

import { join } from 'node:path';
import {
  app,
  BrowserWindow,
  clipboard,
  desktopCapturer,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  Notification,
  nativeImage,
  nativeTheme,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  shell,
  systemPreferences,
  Tray,
  utilityProcess,
} from 'electron';
import { takeEnvironment } from '../scripts/keyAside.mjs';
import { limitBufferPool } from './host/compileCache.ts';
import { registerAppScheme, serveAppScheme } from './host/desktop/appProtocol.ts';
import { readCommandLine } from './host/desktop/commandLine.ts';
import { createDesktopHost } from './host/desktop/desktopHost.ts';
import { nothingFromOutside } from './host/desktop/outside.ts';
import { claimSingleInstance } from './host/desktop/singleInstance.ts';
import { stopSpelling } from './host/desktop/spelling.ts';
import { runWithoutWindow } from './host/desktop/updates/watcher.ts';
import { denyPermissions, lockNavigation } from './host/desktop/windowGuards.ts';
import { version } from './host/version.ts';
import { stderrLog } from './lib/log.ts';
import { openApp } from './openApp.ts';

const err = (line: string): void => void process.stderr.write(`${line}\n`);

// A terminal that is closed must not take the app with it.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

limitBufferPool();
app.enableSandbox();
app.setName('Throughline');
registerAppScheme(protocol);
lockNavigation(app, shell);

const env = takeEnvironment();
const start = readCommandLine(process.argv, { packaged: app.isPackaged, folder: process.cwd(), env });
const parts = {
  ...{ app, Window: BrowserWindow, dialog, ipcMain, Menu, Notification, nativeImage, nativeTheme, screen, shell },
  ...{ clipboard, desktopCapturer, globalShortcut, powerSaveBlocker, systemPreferences, Tray, utilityProcess },
  session: () => session.defaultSession,
};
const host = createDesktopHost(parts, process, {
  createApp: openApp,
  env,
  version,
  log: stderrLog,
  err,
  preload: join(import.meta.dirname, 'preload.cjs'),
  rendererFolder: join(import.meta.dirname, 'renderer'),
});

// macOS: links, and files dropped onto the icon.
for (const [name, kind] of [
  ['open-url', 'links'],
  ['open-file', 'files'],
] as const) {
  // @ts-expect-error: Both have the same parameters, but each name has a declaration of its own.
  app.on(name, (event: Electron.Event, text: string) => {
    event.preventDefault();
    host.arrive({ ...nothingFromOutside, [kind]: [text] });
  });
}

if (runWithoutWindow(app, process, env, version)) {
  // A probe of an update, or the watcher of one.
} else if (!start.ok) {
  err(start.message);
  app.exit(2);
} else {
  const instance = claimSingleInstance(app, start.dataDir, start, host.arrive);
  if (instance.kind === 'unusable') {
    // The system shows no box before the app is ready.
    void app.whenReady().then(() => host.giveUp(instance.message));
  } else if (instance.kind === 'second') {
    err('Throughline is already open. Its window was brought to the front.');
    app.exit(0);
  } else {
    void app.whenReady().then(() => {
      denyPermissions(session.defaultSession);
      serveAppScheme(protocol, join(import.meta.dirname, 'renderer'));
      stopSpelling(session.defaultSession, process.platform);
      return host.run(start);
    });
  }
}
