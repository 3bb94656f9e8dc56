// Context: the user inspects what fills it, hides a result, restores it, and reads the next request.

import { expect, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { fullRunOnly } from '../../../test/support/volume.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { soon } from '../../support/soon.ts';
import { composer, openApp, photograph, send, toolCalls, waitForIdle } from '../../support/window.ts';

let host: Host;

test.afterEach(async () => {
  await host?.stop();
});

const example = 'List the files and read the README';
const placeholder = 'This result was hidden from the context by the user.';

async function openWithResults(page: Page): Promise<void> {
  host = await startHost({ args: ['--project', projectFolder()], settings: { approvalMode: 'reads' } });
  await openApp(page, host);
  await send(page, example);
  await expect(toolCalls(page).or(page.locator('[data-tool-fold]')).first()).toBeVisible();
  await waitForIdle(page);
}

async function tokensUsed(page: Page): Promise<number> {
  const label = await page.locator('[data-context-meter]').getAttribute('aria-label');
  return Number(/, ([\d,]+) of /.exec(label ?? '')?.[1]?.replaceAll(',', ''));
}

test(cite('COMPACT-8', 'hiding a result in the panel lowers the count; undo restores both'), async ({ page }) => {
  await openWithResults(page);
  const meter = page.locator('[data-context-meter]');
  await expect(meter).toBeVisible();
  await meter.click();
  const panel = page.getByRole('complementary', { name: 'Context' });
  await expect(panel).toContainText('Tool results');
  const record = panel.locator('[data-record]', { hasText: 'Read README.md' }).filter({ hasText: 'Result' });
  await expect(record).toHaveCount(1);
  // The last reply is counted too, so that from here on only hiding changes the total.
  await expect(panel.locator('[data-record]', { hasText: 'The folder has' })).toHaveCount(1);
  const before = await tokensUsed(page);
  await record.hover();
  await record.getByRole('button', { name: /^Hide from the model\. Saves \d+ tokens; / }).click();
  await expect(record).toHaveAttribute('data-state', 'hidden');
  await expect(record).toContainText('saved');
  await expect.poll(() => tokensUsed(page), soon).toBeLessThan(before);
  await photograph(page, 'context-hidden');

  await record.getByRole('button', { name: /^Show in the conversation/ }).click();
  const box = toolCalls(page).filter({ hasText: 'README.md' }).first();
  await expect(box).toBeInViewport();
  await expect(box.locator('[data-result-mark="hidden"]')).toHaveCount(1);

  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(record).toHaveAttribute('data-state', 'sent');
  await expect.poll(() => tokensUsed(page), soon).toBe(before);
  await expect(box.locator('[data-result-mark]')).toHaveCount(0);
});

test(
  cite('COMPACT-8', "the panel shows the exact next request, with any provider's API"),
  fullRunOnly,
  async ({ page }) => {
    await openWithResults(page);
    await composer(page).fill('and what is in notes.txt?');
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox').fill('next request');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Next request' });
    const body = dialog.locator('[data-request-body]');
    await expect(body).toContainText('"model"');
    await expect(dialog).toContainText('With your draft');
    await dialog.getByRole('searchbox').fill('notes.txt?');
    await expect(body.locator('mark')).toContainText('notes.txt?');
    await expect(body.locator('mark')).toBeInViewport();
    await photograph(page, 'what-will-be-sent');
    await dialog.getByRole('searchbox').fill('');
    await dialog.getByRole('button', { name: 'Anthropic' }).click();
    await expect(body).toContainText('max_tokens');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  },
);

test(
  cite('COMPACT-8', 'a message is hidden from its own menu by keyboard, and the next request omits it'),
  fullRunOnly,
  async ({ page }) => {
    await openWithResults(page);
    const message = page.locator('[data-message]', { has: page.locator('[data-role="user"]') }).first();
    await message.getByRole('button', { name: 'Message actions' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Hide from the model' }).press('Enter');
    await expect(page.locator('[data-mark="hidden"]')).toContainText('Hidden from the model');
    const [id = ''] = host.conversationIds();
    const request = async () => (await host.throughline(['request', id])).stdout;
    expect(await request()).not.toContain(example);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(page.locator('[data-mark="hidden"]')).toHaveCount(0);
    expect(await request()).toContain(example);
    expect(await request()).not.toContain(placeholder);
  },
);
