// Collects what a page reports between two calls: console messages, errors, failed requests, dialogs and blocked addresses.
// Bounded, because a page may report without end.

import type { Page } from 'playwright-core';
import { maxMessages, type PageMessage } from '../../../shared/features/sharedBrowser/sharedBrowser.ts';
import { plainLine } from './plainText.ts';

const maxLength = 500;

export interface PageLog {
  add(type: PageMessage['type'], text: string): void;
  /** Returns the messages since the last call, the newest ones if there are too many, and how many were dropped. */
  take(): { messages: PageMessage[]; dropped: number };
}

export function createPageLog(): PageLog {
  let messages: PageMessage[] = [];
  let dropped = 0;
  return {
    add(type, text) {
      messages.push({ type, text: plainLine(text, maxLength) });
      if (messages.length <= maxMessages) return;
      messages.shift();
      dropped++;
    },
    take() {
      const taken = { messages, dropped };
      messages = [];
      dropped = 0;
      return taken;
    },
  };
}

const consoleTypes: Readonly<Record<string, PageMessage['type']>> = {
  error: 'error',
  warning: 'warning',
  assert: 'error',
};

export function watchPage(page: Page, log: PageLog): void {
  page.on('console', (message) => log.add(consoleTypes[message.type()] ?? 'info', message.text()));
  page.on('pageerror', (error) => log.add('error', `Uncaught ${error.name}: ${error.message}`));
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? 'failed';
    // The page itself canceled it, or the guard reports it.
    if (why === 'net::ERR_ABORTED' || why === 'net::ERR_BLOCKED_BY_CLIENT') return;
    log.add('network', `${request.method()} ${request.url()} ${why}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400)
      log.add('network', `${response.request().method()} ${response.url()} ${response.status()}`);
  });
  page.on('download', (download) => log.add('blocked', `a download was blocked: ${download.url()}`));
  page.on('dialog', (dialog) => {
    log.add('dialog', `${dialog.type()}: ${dialog.message()}`);
    // A page that is left, closed or reloaded asks with `beforeunload`; staying would block the call.
    const isAnswered = dialog.type() === 'beforeunload' || dialog.type() === 'alert';
    void (isAnswered ? dialog.accept() : dialog.dismiss()).catch(() => {});
  });
}
