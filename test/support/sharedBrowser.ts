// The shared browser in tests: a program that starts the tests' Chromium, and a site on this machine.

import { chmodSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { type FoundBrowser, findBrowser } from '../../scripts/browser.mjs';

import { tempFolder } from './tempFolder.ts';
import { repositoryRoot } from './treeCopy.ts';

/** The tests' Chromium; null: there is none, or no shell to start it with. */
export async function findTestBrowser(): Promise<FoundBrowser | null> {
  if (process.platform === 'win32') return null;
  // Users have a full browser, which has more ways to load a page than the headless one.
  const { browser } = await findBrowser(repositoryRoot, { only: 'system' });
  return browser ?? (await findBrowser(repositoryRoot)).browser;
}

/**
 * Returns a script that starts it as this machine can: tests may run as root, where its sandbox does not start. The app
 * itself has no such option.
 */
export function browserProgram({ env, args, chromiumSandbox, executablePath }: FoundBrowser): string {
  const file = path.join(tempFolder(), 'browser');
  const variables = Object.entries(env).map(([name, value]) => `export ${name}=${quoted(value)}\n`);
  const all = [...args, ...(chromiumSandbox ? [] : ['--no-sandbox'])].map(quoted).join(' ');
  writeFileSync(file, `#!/bin/sh\n${variables.join('')}exec ${quoted(executablePath)} ${all} "$@"\n`);
  chmodSync(file, 0o755);
  return file;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

type Answer = string | ((request: IncomingMessage, response: ServerResponse) => void);

export interface Site {
  origin: string;
  /** Paths of all requests, in order. */
  requests: string[];
}

/** Serves HTML by path. `host`: `localhost` is another site than 127.0.0.1. */
export async function startSite(pages: Record<string, Answer>, host = '127.0.0.1'): Promise<Site> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const url = request.url ?? '/';
    requests.push(url);
    const answer = pages[url.split('?')[0] ?? '/'];
    if (typeof answer === 'function') return answer(request, response);
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(answer ?? 'nothing here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { origin: `http://${host}:${(server.address() as AddressInfo).port}`, requests };
}
