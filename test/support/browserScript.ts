// A script that starts the tests' Chromium as this machine can: tests may run as root, where its sandbox does not start. The app
// itself has no such option.

import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FoundBrowser } from '../../scripts/browser.mjs';

export function writeBrowserScript(folder: string, browser: FoundBrowser): string {
  const { env, args, chromiumSandbox, executablePath } = browser;
  const file = path.join(folder, 'browser');
  const variables = Object.entries(env).map(([name, value]) => `export ${name}=${quoted(value)}\n`);
  const all = [...args, ...(chromiumSandbox ? [] : ['--no-sandbox'])].map(quoted).join(' ');
  writeFileSync(file, `#!/bin/sh\n${variables.join('')}exec ${quoted(executablePath)} ${all} "$@"\n`);
  chmodSync(file, 0o755);
  return file;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
