// Finds the browser host that already has this data folder, and asks it for a ticket: proof that it lives, and a way
// to open it without its token.

import { type RunningServer, readServerFile } from './serverFile.ts';

export interface Found {
  server: RunningServer;
  ticket: string;
}

const askingMs = 2000;
const betweenMs = 100;

/**
 * The host that answers for this data folder, or null. One that is just starting is waited for, up to `patienceMs`.
 */
export async function findRunning(dataFolder: string, patienceMs: number): Promise<Found | null> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const server = await readServerFile(dataFolder);
    const ticket = server && (await askTicket(server));
    if (server && ticket) return { server, ticket };
    if (Date.now() >= until) return null;
    await new Promise((done) => setTimeout(done, betweenMs));
  }
}

async function askTicket(server: RunningServer): Promise<string | null> {
  try {
    const answer = await fetch(new URL('ticket', server.address), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: new URL(server.address).origin },
      body: JSON.stringify({ token: server.token }),
      redirect: 'error',
      signal: AbortSignal.timeout(askingMs),
    });
    if (!answer.ok) return null;
    const body: unknown = await answer.json();
    return typeof body === 'object' && body !== null && 'ticket' in body ? String(body.ticket) : null;
  } catch {
    return null;
  }
}
