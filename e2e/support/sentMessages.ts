// Tracks the host's answers to messages that a page sent. The window shows a message once it is stored, but its run a moment
// later: a test that waits for the end of the run immediately would find none.

import type { Page } from '@playwright/test';

interface Sent {
  /** Ids of unanswered requests. */
  open: Set<number>;
  answered: number;
}

const pages = new WeakMap<Page, Sent>();

/** Call before the page opens its connection. */
export function watchSentMessages(page: Page): void {
  if (pages.has(page)) return;
  heardOf(page);
  page.on('websocket', (socket) => {
    heardOf(page).open.clear();
    socket.on('framesent', ({ payload }) => noteSent(page, payload));
    socket.on('framereceived', ({ payload }) => noteReceived(page, payload));
  });
}

/** Records a frame that the page sent. */
export function noteSent(page: Page, payload: string | Buffer): void {
  const frame = parse(payload);
  if (frame.kind === 'request' && frame.method === 'run.send') heardOf(page).open.add(frame.id ?? 0);
}

/** Records a frame that the page received. */
export function noteReceived(page: Page, payload: string | Buffer): void {
  const frame = parse(payload);
  const sent = heardOf(page);
  if (frame.kind === 'response' && sent.open.delete(frame.id ?? 0)) sent.answered++;
}

function heardOf(page: Page): Sent {
  const sent = pages.get(page) ?? { open: new Set(), answered: 0 };
  pages.set(page, sent);
  return sent;
}

/** The number of answered messages; null if received frames are not observable, as in Electron itself. */
export function answeredMessages(page: Page): number | null {
  return pages.get(page)?.answered ?? null;
}

function parse(payload: string | Buffer): { kind?: string; method?: string; id?: number } {
  try {
    return JSON.parse(String(payload));
  } catch {
    return {};
  }
}
