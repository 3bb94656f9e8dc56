// User actions in the window, for the tests.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Host } from './host.ts';
import { answeredMessages, watchSentMessages } from './sentMessages.ts';
import { soon } from './soon.ts';

const docs = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const pictures = fileURLToPath(new URL('../../out/pictures/', import.meta.url));
const wantsPictures = Boolean(process.env.THROUGHLINE_PICTURES);

export async function openApp(page: Page, host: Host): Promise<void> {
  watchSentMessages(page);
  // Navigating to the same URL does not reload, so this goes through another document.
  if (page.url() !== 'about:blank') await page.goto('about:blank');
  await page.goto(host.url);
  await expect(composer(page)).toBeVisible();
}

export function composer(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Message' });
}

/** Opens something from the menu next to *New chat*. */
export async function chooseToAdd(page: Page, entry: 'Open folder…' | 'Import…'): Promise<void> {
  await page.getByRole('button', { name: 'Open or import' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

export function toolCalls(page: Page): Locator {
  return page.locator('[data-tool-call]');
}

/** Chooses from the list of a select, as `selectOption` would from a native one. */
export async function choose(field: Locator, option: string): Promise<void> {
  await field.click();
  await field.page().getByRole('listbox').getByRole('option', { name: option, exact: true }).click();
  await expect(field).toHaveText(option);
}

/** Finished turns and adjacent calls are collapsed: expands everything on the page. */
export async function unfold(page: Page): Promise<void> {
  const folded = page.locator('[data-tool-fold][aria-expanded="false"]');
  // Rows are folded again when a run ends.
  await expect(async () => {
    while ((await folded.count()) > 0) await folded.first().click({ timeout: 2000 });
  }).toPass();
}

/** Opens a box by its header. It may be open already, and a box may close as its call or its turn ends. */
export async function openBox(header: Locator): Promise<void> {
  await expect(async () => {
    if ((await header.getAttribute('aria-expanded')) === 'false') await header.click({ timeout: 2000 });
    await expect(header).toHaveAttribute('aria-expanded', 'true', { timeout: 1000 });
  }).toPass();
}

/** Stops the run: Escape counts only shortly after another one. */
export async function stopWithEscape(page: Page, stop: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(stop).toHaveCount(0, { timeout: 2000 });
  }).toPass();
}

/** Sends the message, and waits until it is in the transcript and its run is visible. */
export async function send(page: Page, text: string): Promise<void> {
  await sendAnswered(page, text);
  await expect(page.locator('[data-role="user"]').last()).toContainText(text);
}

/** Sends the message, and waits for the host: later content may scroll it out of view, and off the page, at once. */
export async function sendAnswered(page: Page, text: string): Promise<void> {
  const before = answeredMessages(page);
  await composer(page).fill(text);
  await composer(page).press('Enter');
  if (before === null) return;
  await expect.poll(() => answeredMessages(page), soon).toBeGreaterThan(before);
  // Content from before the answer renders with the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Sends a message whose reply is so long that the message may be out of view, and off the page, before the test looks. */
export async function sendAndRead(page: Page, text: string, lastWords: string): Promise<void> {
  await sendAnswered(page, text);
  await expect(page.getByText(lastWords)).toBeInViewport();
  await waitForIdle(page);
}

/** Waits until the run ends: there is a send button, and no stop button. */
export async function waitForIdle(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
}

/** Waits until the results are complete, on the search page or in the conversation. */
export async function indexKnowsAll(page: Page): Promise<void> {
  await expect(page.locator('[data-more-comes]')).toHaveAttribute('data-more-comes', 'false');
}

/** Enters the code that the host printed last into the confirmation dialog. */
export async function confirmWithCode(page: Page, host: Host): Promise<void> {
  const field = page.getByLabel('Six-digit code');
  await expect(field).toBeFocused();
  let tried = '';
  await expect(async () => {
    // The one before it, if this one has not arrived here yet, is refused.
    const code = codes(host).at(-1) ?? '';
    if (code !== tried && (await field.count()) > 0) {
      await field.fill(code, { timeout: 2000 });
      await page.getByRole('button', { name: 'Confirm', exact: true }).click({ timeout: 2000 });
      tried = code;
    }
    await expect(field).toHaveCount(0, { timeout: 2000 });
  }).toPass();
}

/** All printed codes, in order. */
export function codes(host: Host): string[] {
  return [...host.said().matchAll(/ enter (\d{6}) in the window/g)].map(([, code]) => code ?? '');
}

/**
 * Saves a screenshot if THROUGHLINE_PICTURES is set, replacing the one in docs/images if there is one, else into out/pictures.
 * Tests do not compare screenshots.
 */
export async function photograph(page: Page, name: string): Promise<void> {
  if (!wantsPictures) return;
  await page.evaluate(() => document.fonts.ready);
  const inDocs = path.join(docs, `${name}.png`);
  const file = existsSync(inDocs) ? inDocs : path.join(pictures, `${name}.png`);
  await page.screenshot({ path: file, animations: 'disabled' });
}
