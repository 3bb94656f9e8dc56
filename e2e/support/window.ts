// What a person does in the window, in the tests' words.

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Host } from './host.ts';
import { answeredMessages, watchSentMessages } from './sentMessages.ts';
import { soon } from './soon.ts';

const pictures = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const wantsPictures = Boolean(process.env.THROUGHLINE_PICTURES);

export async function openApp(page: Page, host: Host): Promise<void> {
  watchSentMessages(page);
  // Where the address is the same, only another document loads it again.
  if (page.url() !== 'about:blank') await page.goto('about:blank');
  await page.goto(host.url);
  await expect(composer(page)).toBeVisible();
}

export function composer(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Message' });
}

export function toolCalls(page: Page): Locator {
  return page.locator('[data-tool-call]');
}

/** Turns that are over, and neighbouring calls, are lines: all that is on the page is shown as it went. */
export async function unfold(page: Page): Promise<void> {
  const folded = page.locator('[data-tool-fold][aria-expanded="false"]');
  while ((await folded.count()) > 0) await folded.first().click();
}

/** Sends it, and waits until it stands in the transcript and its run is shown. */
export async function send(page: Page, text: string): Promise<void> {
  await sendAnswered(page, text);
  await expect(page.locator('[data-role="user"]').last()).toContainText(text);
}

/** Sends it, and waits for the host: what follows may take the message out of view, and off the page, at once. */
export async function sendAnswered(page: Page, text: string): Promise<void> {
  const before = answeredMessages(page);
  await composer(page).fill(text);
  await composer(page).press('Enter');
  if (before === null) return;
  await expect.poll(() => answeredMessages(page), soon).toBeGreaterThan(before);
  // What came before the answer is drawn with the next picture.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Sends what is answered at such length that the message may be out of view, and off the page, before one looks. */
export async function sendAndRead(page: Page, text: string, lastWords: string): Promise<void> {
  await sendAnswered(page, text);
  await expect(page.getByText(lastWords)).toBeInViewport();
  await waitForIdle(page);
}

/** The run has ended: there is something to send with again and nothing to stop. */
export async function waitForIdle(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
}

/** What is found now, on the page of the search or in the conversation, is all that there is to find. */
export async function indexKnowsAll(page: Page): Promise<void> {
  await expect(page.locator('[data-more-comes]')).toHaveAttribute('data-more-comes', 'false');
}

/** Types the code that the host printed last into the dialog that asks for it. */
export async function confirmWithCode(page: Page, host: Host): Promise<void> {
  const field = page.getByLabel('Six-digit code');
  await expect(field).toBeFocused();
  await expect.poll(() => codes(host), soon).not.toEqual([]);
  await field.fill(codes(host).at(-1) ?? '');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(field).toHaveCount(0);
}

/** Every code that it printed, in order. */
export function codes(host: Host): string[] {
  return [...host.said().matchAll(/ enter (\d{6}) in the window/g)].map(([, code]) => code ?? '');
}

/** Keeps a picture for people when THROUGHLINE_PICTURES is set, and does nothing otherwise: the tests do not look at pictures. */
export async function photograph(page: Page, name: string): Promise<void> {
  if (!wantsPictures) return;
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: path.join(pictures, `${name}.png`), animations: 'disabled' });
}
