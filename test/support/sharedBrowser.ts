// The shared browser in tests: a program that starts the tests' Chromium, and a site on this machine.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { type FoundBrowser, findBrowser } from '../../scripts/browser.mjs';

import { writeBrowserScript } from './browserScript.ts';
import { tempFolder } from './tempFolder.ts';
import { repositoryRoot } from './treeCopy.ts';

/** The tests' Chromium; null: there is none, or no shell to start it with. */
export async function findTestBrowser(): Promise<FoundBrowser | null> {
  if (process.platform === 'win32') return null;
  // Users have a full browser, which has more ways to load a page than the headless one.
  for (const only of ['CHROME_PATH', 'system'] as const) {
    const { browser } = await findBrowser(repositoryRoot, { only });
    if (browser) return browser;
  }
  return (await findBrowser(repositoryRoot)).browser;
}

/** A build without a window, such as the registry's, which lacks what only full browsers have. */
export function isHeadlessBuild(browser: FoundBrowser | null): boolean {
  return browser !== null && (browser.name === 'registry' || /headless/i.test(path.basename(browser.executablePath)));
}

/** Call it inside a test. */
export function browserProgram(browser: FoundBrowser): string {
  return writeBrowserScript(tempFolder(), browser);
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
  // A socket that reaches it is a request, too.
  server.on('upgrade', (request, socket) => {
    requests.push(request.url ?? '/');
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { origin: `http://${host}:${(server.address() as AddressInfo).port}`, requests };
}
