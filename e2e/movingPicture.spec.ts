// Records the README's animation, only if THROUGHLINE_PICTURES is set; it proves nothing. The user asks the demo model
// for something, allows it, reads the result, looks at the timeline, and previews undoing a change.

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { type Host, projectFolder, startHost } from './support/host.ts';
import { type Frame, movingPicture } from './support/movingPicture.ts';
import { composer, openApp, unfold, waitForIdle } from './support/window.ts';

const file = fileURLToPath(new URL('../docs/images/throughline.webp', import.meta.url));

test.skip(!process.env.THROUGHLINE_PICTURES, 'THROUGHLINE_PICTURES is not set');

let host: Host;
test.beforeEach(async () => {
  host = await startHost({ args: ['--project', projectFolder()] });
});
test.afterEach(() => host.stop());

test.use({ viewport: { width: 1120, height: 700 } });

test("the README's animation", async ({ page, context }) => {
  const frames: Frame[] = [];
  const take = async (ms: number): Promise<void> => {
    await page.evaluate(() => document.fonts.ready);
    frames.push({ png: await page.screenshot({ animations: 'disabled' }), ms });
  };
  await openApp(page, host);
  await composer(page).fill('write plan.md with "water the basil"');
  await composer(page).press('Enter');
  await expect(page.locator('[data-tool="write_file"][data-state="waiting"]')).toContainText('water the basil');
  await take(2200);
  await page.getByRole('button', { name: 'Allow once' }).click();
  await waitForIdle(page);
  await take(1500);
  await page.getByRole('button', { name: 'Undo all…' }).click();
  await expect(page.getByRole('dialog')).toContainText('plan.md');
  await take(2000);
  await page.keyboard.press('Escape');
  await askAndAllow(page, 'list the files and read the README', take);
  await openBoxes(page);
  await take(2500);
  await page.keyboard.press('ControlOrMeta+j');
  await take(2500);
  writeFileSync(file, await movingPicture(await context.newPage(), frames));
});

async function askAndAllow(page: Page, text: string, take: (ms: number) => Promise<void>): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
  const allow = page.getByRole('button', { name: 'Allow once', disabled: false }).first();
  await expect(allow).toBeVisible();
  await take(1800);
  await expect(async () => {
    if (await allow.isVisible()) await allow.click({ timeout: 1000 });
    await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0, { timeout: 200 });
  }).toPass({ timeout: 30_000 });
}

async function openBoxes(page: Page): Promise<void> {
  await unfold(page);
  await page.locator('[data-tool="read_file"]').last().getByRole('button', { expanded: false }).first().click();
  await expect(page.locator('[data-tool="read_file"]').last()).toContainText('Garden');
}
