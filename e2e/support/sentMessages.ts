// What the host has answered to the messages that a page sent. The window shows a message as soon as it is stored, and that
// a run goes on a moment later: who looks for its end right away would find that nothing runs.

import type { Page } from '@playwright/test';

interface Sent {
  /** Ids of requests that have no answer yet. */
  open: Set<number>;
  answered: number;
}

const pages = new WeakMap<Page, Sent>();

/** To be called before the page opens its connection. */
export function watchSentMessages(page: Page): void {
  if (pages.has(page)) return;
  heardOf(page);
  page.on('websocket', (socket) => {
    heardOf(page).open.clear();
    socket.on('framesent', ({ payload }) => noteSent(page, payload));
    socket.on('framereceived', ({ payload }) => noteReceived(page, payload));
  });
}

/** A frame that the page sent. */
export function noteSent(page: Page, payload: string | Buffer): void {
  const frame = parse(payload);
  if (frame.kind === 'request' && frame.method === 'run.send') heardOf(page).open.add(frame.id ?? 0);
}

/** A frame that the page was sent. */
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

/** How many were answered; null where nobody hears what the page is sent, as in Electron itself. */
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
