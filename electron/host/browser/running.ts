// Finds the browser host that is already using this data folder: it is alive if it knows its token. It can be asked for a page
// that opens it without the token.

import { type RunningServer, readServerFile } from './serverFile.ts';
import { checkedPage } from './ticketPage.ts';

export interface RunningInstance {
  server: RunningServer;
  /** Path of a file to open in a browser; null where there is none. */
  page(): Promise<string | null>;
}

/** A page is there when its host has asked the system for the browser, for which it takes up to two seconds. */
const askingMs = { running: 2000, page: 4000 };
const betweenMs = 100;

/**
 * The host that answers for this data folder, or null. One that is just starting is waited for, up to `patienceMs`.
 */
export async function findRunning(dataFolder: string, patienceMs: number): Promise<RunningInstance | null> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const server = await readServerFile(dataFolder);
    if (server && (await ask(server, 'running')) !== null) {
      return { server, page: async () => checkedPage(await ask(server, 'page'), server.address) };
    }
    if (Date.now() >= until) return null;
    await new Promise((done) => setTimeout(done, betweenMs));
  }
}

async function ask(server: RunningServer, door: 'running' | 'page'): Promise<unknown> {
  try {
    const answer = await fetch(new URL(door, server.address), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: new URL(server.address).origin },
      body: JSON.stringify({ token: server.token }),
      redirect: 'error',
      signal: AbortSignal.timeout(askingMs[door]),
    });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
