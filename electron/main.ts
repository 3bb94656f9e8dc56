// The desktop app's entry point. Calls that must precede Electron's ready event come before the await.

import { join } from 'node:path';
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  Notification,
  nativeTheme,
  protocol,
  screen,
  session,
  shell,
} from 'electron';
import { takeEnvironment } from '../scripts/keyAside.mjs';
import { createApp } from './app.ts';
import { registerAppScheme, serveAppScheme } from './host/desktop/appProtocol.ts';
import { readCommandLine } from './host/desktop/commandLine.ts';
import { createDesktopHost } from './host/desktop/desktopHost.ts';
import { menuTemplate } from './host/desktop/menu.ts';
import { claimSingleInstance } from './host/desktop/singleInstance.ts';
import { denyPermissions, lockNavigation } from './host/desktop/windowGuards.ts';
import { version } from './host/version.ts';
import { stderrLog } from './lib/log.ts';

const err = (line: string): void => void process.stderr.write(`${line}\n`);

// A terminal that is closed must not take the app with it.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

app.enableSandbox();
app.setName('Throughline');
registerAppScheme(protocol);
lockNavigation(app, shell);

const env = takeEnvironment();
const start = readCommandLine(process.argv, { packaged: app.isPackaged, folder: process.cwd(), env });
const parts = { app, Window: BrowserWindow, dialog, ipcMain, Notification, screen, nativeTheme, shell };
const host = createDesktopHost(parts, process, {
  createApp,
  env,
  version,
  log: stderrLog,
  err,
  preload: join(import.meta.dirname, 'preload.cjs'),
});

if (!start.ok) {
  err(start.message);
  app.exit(2);
} else {
  const instance = claimSingleInstance(app, start.dataDir, host.toFront);
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
      Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform)));
      return host.run(start);
    });
  }
}
