// What a person does in the window, in the tests' words.

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Host } from './host.ts';

const pictures = fileURLToPath(new URL('../../docs/images/', import.meta.url));

export async function openApp(page: Page, host: Host): Promise<void> {
  await page.goto('about:blank');
  await page.goto(host.url);
  await expect(composer(page)).toBeVisible();
}

export function composer(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Message' });
}

export function toolCalls(page: Page): Locator {
  return page.locator('[data-tool-call]');
}

export async function send(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
  await expect(page.locator('[data-role="user"]').last()).toContainText(text);
}

/** Sends what is answered at such length that the message may be out of view, and off the page, before one looks. */
export async function sendAndRead(page: Page, text: string, lastWords: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
  await expect(page.getByText(lastWords)).toBeInViewport();
  await waitForIdle(page);
}

/** The run has ended: there is something to send with again and nothing to stop. */
export async function waitForIdle(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
}

/** Keeps a picture for people when THROUGHLINE_PICTURES is set; the tests do not compare pictures. */
export async function photograph(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  const folder = process.env.THROUGHLINE_PICTURES
    ? pictures
    : fileURLToPath(new URL('../../out/pictures/', import.meta.url));
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' });
}
