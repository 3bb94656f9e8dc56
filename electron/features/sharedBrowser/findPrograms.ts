// Finds installed browsers based on Chromium.

import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import type { BrowserProgram } from '../../../shared/features/sharedBrowser/methods.ts';
import type { Environment } from '../../lib/environment.ts';

interface Candidate {
  name: string;
  /** Names on PATH (Linux). */
  commands: readonly string[];
  /** Below `/Applications` and `~/Applications`. */
  mac: string;
  /** Below the program folders. */
  windows: string;
}

const candidates: readonly Candidate[] = [
  {
    name: 'Chrome',
    commands: ['google-chrome', 'google-chrome-stable'],
    mac: 'Google Chrome.app/Contents/MacOS/Google Chrome',
    windows: 'Google/Chrome/Application/chrome.exe',
  },
  {
    name: 'Chromium',
    commands: ['chromium', 'chromium-browser'],
    mac: 'Chromium.app/Contents/MacOS/Chromium',
    windows: 'Chromium/Application/chrome.exe',
  },
  {
    name: 'Edge',
    commands: ['microsoft-edge', 'microsoft-edge-stable'],
    mac: 'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    windows: 'Microsoft/Edge/Application/msedge.exe',
  },
  {
    name: 'Brave',
    commands: ['brave-browser', 'brave', 'brave-browser-stable'],
    mac: 'Brave Browser.app/Contents/MacOS/Brave Browser',
    windows: 'BraveSoftware/Brave-Browser/Application/brave.exe',
  },
];

/** Where it is looked for on Linux, whatever PATH contains: apps that the desktop starts may have a short one. */
const linuxFolders = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/var/lib/flatpak/exports/bin'];

export async function findPrograms(env: Environment, platform = process.platform): Promise<BrowserProgram[]> {
  const programs: BrowserProgram[] = [];
  for (const candidate of candidates) {
    for (const path of placesOf(candidate, env, platform)) {
      if (!(await isProgram(path))) continue;
      programs.push({ name: candidate.name, path });
      break;
    }
  }
  return programs;
}

export async function isProgram(path: string): Promise<boolean> {
  if (!isAbsolute(path)) return false;
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function placesOf({ commands, mac, windows }: Candidate, env: Environment, platform: NodeJS.Platform): string[] {
  if (platform === 'darwin') {
    return ['/Applications', ...(env.HOME ? [join(env.HOME, 'Applications')] : [])].map((folder) => join(folder, mac));
  }
  if (platform === 'win32') {
    const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA];
    return folders.flatMap((folder) => (folder ? [join(folder, windows)] : []));
  }
  // Relative entries would depend on the folder that the app was started in.
  const onPath = (env.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  return commands.flatMap((command) => [...onPath, ...linuxFolders].map((folder) => join(folder, command)));
}
