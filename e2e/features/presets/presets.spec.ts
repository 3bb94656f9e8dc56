// Presets: chosen with a few keys, created and changed in the settings, imported, deleted and restored.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { fullRunOnly } from '../../../test/support/volume.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { choose, openApp, sendAnswered, waitForIdle } from '../../support/window.ts';

let host: Host;
let model: FakeModelServer;

test.afterEach(async () => {
  await host?.stop();
  await model?.close();
});

const reviewer =
  '---\nname: Careful reviewer\ndescription: Changes nothing.\ntemperature: 0.2\napproval-mode: reads\n---\nChange nothing.\n';

async function opened(page: Page, files: Record<string, string>): Promise<(name: string) => string> {
  model = await startFakeModelServer({ otherwise: { text: 'Good.' } });
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
  host = await startHost({ args: ['--project', projectFolder()], env });
  const presets = path.join(host.dataDir, 'presets');
  mkdirSync(presets, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(presets, name), text);
  await openApp(page, host);
  return (name) => path.join(presets, name);
}

const asked = (): string => JSON.stringify(model.requests.at(-1)?.body ?? {});

/** Sends it, and waits for the request to the model. */
async function ask(page: Page, text: string): Promise<void> {
  const before = model.requests.length;
  await sendAnswered(page, text);
  await expect.poll(() => model.requests.length).toBeGreaterThan(before);
  await waitForIdle(page);
}

test(
  cite(
    'WORK-1',
    'a preset is chosen with three keys, in a new chat too; its instructions reach the model; removing it is announced',
  ),
  fullRunOnly,
  async ({ page }) => {
    const file = await opened(page, { 'reviewer.md': reviewer, 'short.md': 'One line.\n' });
    const control = page.locator('[data-chosen-preset]');
    const mode = page.locator('[data-control="approvals"]');
    await expect(control).toHaveCount(0);
    // From the composer: the shortcut, then a digit.
    await page.getByRole('textbox').focus();
    await page.keyboard.press('Control+Shift+e');
    await expect(page.getByRole('option', { name: /Careful reviewer/ })).toBeVisible();
    await page.keyboard.press('1');
    await expect(control).toHaveAttribute('data-chosen-preset', 'Careful reviewer');
    await expect(mode).toHaveAttribute('data-mode', 'reads');
    await expect(page.getByRole('textbox')).toBeFocused();
    await ask(page, 'look');
    expect(asked()).toContain('Change nothing.');
    expect(model.requests.at(-1)?.body).toMatchObject({ temperature: 0.2 });
    await expect(control).toHaveAttribute('data-chosen-preset', 'Careful reviewer');
    // From the palette, by a few letters.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('short');
    await expect(page.getByRole('option', { name: 'Preset: short' })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(control).toHaveAttribute('data-chosen-preset', 'short');
    await ask(page, 'again');
    expect(asked()).toContain('this replaces what was said here before');
    rmSync(file('short.md'));
    await page.reload();
    await page.locator('[data-conversation]').first().click();
    await expect(page.locator('[data-control="model"]')).toHaveAccessibleDescription(
      /no longer exists\. The conversation continues without it/,
    );
    await ask(page, 'and again');
    expect(asked()).toContain('What was said here before no longer applies.');
  },
);

test(
  cite(
    'WORK-1',
    'a preset is created in the settings, made the default, changed, copied, deleted and restored; others are imported',
  ),
  fullRunOnly,
  async ({ page }) => {
    const file = await opened(page, { 'bad.md': '---\ntemperature: hot\n---\n' });
    await page.keyboard.press('Control+Shift+e');
    const dialog = page.getByRole('dialog', { name: 'Settings' });
    await expect(dialog).toContainText('bad.md, line 2');
    await dialog.getByRole('button', { name: 'New preset' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
    await expect(dialog).toContainText('Enter a name of up to 80 characters.');
    await page.keyboard.type('短 answers');
    await dialog.getByRole('textbox', { name: 'Instructions' }).fill('One line.');
    await dialog.getByLabel('Temperature').fill('3');
    await expect(dialog).toContainText('Enter a number from 0 to 2.');
    await dialog.getByLabel('Temperature').fill('0.5');
    await dialog.getByRole('radio', { name: 'Only these' }).first().check();
    await dialog.getByRole('checkbox', { name: 'run_command' }).uncheck();
    await dialog.getByRole('button', { name: 'Add example' }).click();
    // The new field receives the very next key.
    await page.keyboard.type('Sky?');
    await dialog.getByLabel('Reply', { exact: true }).fill('Blue.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('button', { name: 'New preset' })).toBeFocused();
    const row = dialog.locator('[data-preset="短-answers"]');
    await expect(row).toContainText('短 answers');
    const text = readFileSync(file('短-answers.md'), 'utf8');
    expect(text).toMatch(/^---\nname: 短 answers\ntemperature: 0\.5\ntools: \[/);
    expect(text).not.toContain('run_command');
    expect(text).toMatch(/examples:\n {2}- user: Sky\?\n {4}assistant: Blue\.\n---\n\nOne line\.\n$/);
    await choose(dialog.getByLabel('New conversations'), '短 answers');

    await row.getByRole('button', { name: /Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    const copy = dialog.locator('[data-preset="短-answers-copy"]');
    await copy.getByRole('button', { name: /Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(copy).toBeHidden();
    await expect.poll(() => existsSync(file('短-answers-copy.md'))).toBe(false);
    // A click outside a dialog closes it.
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => existsSync(file('短-answers-copy.md'))).toBe(true);
    await page.locator('[data-control="model"]').click();
    await page.getByRole('button', { name: /^Preset/ }).click();
    await page.getByRole('button', { name: 'Manage presets…' }).click();
    await expect(copy).toBeVisible();

    await dialog.locator('input[type="file"]').setInputFiles({
      name: 'critic.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('---\nname: critic\ntools: Read\npermissionMode: bypassPermissions\n---\nBe strict.\n'),
    });
    await expect(page.getByText('“critic” was imported without: permissionMode.')).toBeVisible();
    await expect(dialog.locator('[data-preset="critic"]')).toBeVisible();
    await page.keyboard.press('Escape');

    const control = page.locator('[data-chosen-preset]');
    await expect(control).toHaveAttribute('data-chosen-preset', '短 answers');
    await ask(page, 'hello');
    expect(asked()).toContain('Blue.');
    expect(model.requests.at(-1)?.body).toMatchObject({ temperature: 0.5 });
    await page.keyboard.press('Control+Shift+o');
    await expect(control).toHaveAttribute('data-chosen-preset', '短 answers');
    await control.click();
    await page.getByRole('button', { name: /^Preset/ }).click();
    await page.getByRole('option', { name: 'No preset' }).click();
    await ask(page, 'hello');
    expect(asked()).not.toContain('Blue.');
  },
);
