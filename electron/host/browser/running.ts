// Finds the browser host already running on this data folder, identified by its token. It can supply a page that opens
// it without revealing the token.

import { type RunningServer, readServerFile } from './serverFile.ts';
import { verifiedPagePath } from './ticketPage.ts';

export interface RunningInstance {
  server: RunningServer;
  /** Path of a file to open in a browser; null if there is none. */
  page(): Promise<string | null>;
}

/** The host may take up to two seconds to look up the default browser before it writes the page. */
const askingMs = { running: 2000, page: 4000 };
const betweenMs = 100;

/** Returns the running host of this data folder, or null. Waits up to `patienceMs` for one that is starting. */
export async function findRunningHost(dataFolder: string, patienceMs: number): Promise<RunningInstance | null> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const server = await readServerFile(dataFolder);
    if (server && (await ask(server, 'running')) !== null) {
      return { server, page: async () => verifiedPagePath(await ask(server, 'page'), server.address) };
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
