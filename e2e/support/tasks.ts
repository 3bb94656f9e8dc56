// How long the page's main thread was busy at once.

import type { Browser, Page } from '@playwright/test';
import { mainThreadWhile, type Task } from '../../test/support/mainThread.ts';

/** Tasks of the page's main thread while `action` runs, the longest first. */
export async function tasksWhile(browser: Browser, page: Page, action: () => Promise<void>): Promise<Task[]> {
  return (await mainThreadWhile(browser, page, action)).tasks;
}
