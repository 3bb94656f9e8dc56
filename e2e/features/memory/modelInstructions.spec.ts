// The page of what the model receives, where the user reads and changes it; project instructions, a proposed memory change
// and its undo, and a file that another editor changed meanwhile.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { liveText } from '../../../test/support/liveFiles.ts';
import { fullRunOnly } from '../../../test/support/volume.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { soon } from '../../support/soon.ts';
import { openApp, openBox, send, sendAnswered, waitForIdle } from '../../support/window.ts';

let host: Host;
let model: FakeModelServer;

test.beforeEach(async ({ page }) => {
  model = await startFakeModelServer();
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
  host = await startHost({ args: ['--project', projectFolder()], env });
  await openApp(page, host);
});

test.afterEach(async () => {
  await host?.stop();
  await model?.close();
});

async function openPage(page: Page): Promise<Locator> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('what the model sees');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'What the model sees' });
  await expect(dialog.locator('[data-told="tools"]')).toContainText('tools');
  return dialog;
}

const lastRequest = (): string => JSON.stringify(model.requests.at(-1)?.body.messages);
const projectFile = (name: string): string => {
  const projects = path.join(host.dataDir, 'projects');
  return path.join(projects, readdirSync(projects)[0] ?? '', name);
};

test(
  cite('WORK-1', 'instructions are written by keyboard on the page, apply from the next message, and show as one line'),
  async ({ page }) => {
    model.push({ text: 'Hello.' }, { text: 'Done so.' }, { text: 'And so.' });
    await send(page, 'one');
    await expect(page.getByText('Hello.')).toBeVisible();
    await waitForIdle(page);
    let dialog = await openPage(page);
    const project = dialog.locator('[data-told="project"]');
    await expect(project).toContainText('Nothing');
    await project.getByRole('button', { name: 'Edit: Your instructions, For this project' }).press('Enter');
    const field = dialog.getByRole('textbox', { name: 'For this project' });
    await expect(field).toBeFocused();
    await page.keyboard.type('Use tabs.');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(field).toHaveCount(0);
    await expect(project).toContainText('From your next message');
    await expect(project.getByRole('button', { name: /^Edit: / })).toBeFocused();
    expect(readFileSync(projectFile('instructions.md'), 'utf8')).toBe('Use tabs.');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);

    await send(page, 'two');
    await expect(page.getByText('Done so.')).toBeVisible();
    const line = page.locator('[data-role="system"]').getByRole('button', { name: 'Instructions for this project' });
    await line.click();
    await expect(page.locator('[data-role="system"]')).toContainText('Use tabs.');
    expect(lastRequest()).toContain('Use tabs.');

    // A draft survives closing the page without its button.
    dialog = await openPage(page);
    await dialog.getByRole('button', { name: 'Edit: Your instructions, For this conversation' }).click();
    await dialog.getByRole('textbox', { name: 'For this conversation' }).fill('Only review.');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await send(page, 'three');
    await expect(page.getByText('And so.')).toBeVisible();
    expect(lastRequest()).toContain('Only review.');
  },
);

test(
  cite('WORK-1', 'a proposed memory change is read as a diff and allowed only by the user; its box undoes it'),
  fullRunOnly,
  async ({ page }) => {
    const args = { scope: 'project', action: 'append', new_text: '- Water at dawn.' };
    model.push({ calls: [{ id: 'm', name: 'update_memory', arguments: JSON.stringify(args) }] }, { text: 'Kept.' });
    await sendAnswered(page, 'remember it');
    const box = page.locator('[data-tool-call]', { hasText: 'Change the memory of this project' });
    await expect(box).toContainText('It changes what models see in future conversations in this project.');
    await expect(box).toContainText('- Water at dawn.');
    await box.getByRole('button', { name: 'Allow once' }).click();
    await expect(page.getByText('Kept.')).toBeVisible();
    await waitForIdle(page);
    const file = projectFile('memory.md');
    expect(readFileSync(file, 'utf8')).toBe('- Water at dawn.\n');
    const done = page.locator('[data-tool-call]', { hasText: 'Changed the memory of this project' });
    await openBox(done.getByRole('button').first());
    await done.getByRole('button', { name: 'Restore the previous text' }).click();
    await expect(done).toContainText('The memory was restored to its earlier text.');
    expect(readFileSync(file, 'utf8')).toBe('');
  },
);

test(
  cite('WORK-1', 'a text that another editor changed meanwhile is not silently overwritten'),
  fullRunOnly,
  async ({ page }) => {
    const dialog = await openPage(page);
    const memory = dialog.locator('[data-told="projectMemory"]');
    await memory.getByRole('button', { name: /^Edit: / }).click();
    const field = dialog.getByRole('textbox', { name: 'For this project' });
    await field.fill('Mine.');
    writeFileSync(projectFile('memory.md'), 'Theirs.\n');
    await memory.getByRole('button', { name: 'Save' }).click();
    await expect(memory).toContainText('changed elsewhere while you were editing');
    await memory.getByRole('button', { name: 'Discard mine and reload' }).click();
    await expect(field).toHaveValue('Theirs.\n');
    await memory.getByRole('button', { name: 'Save' }).click();
    await expect(field).toHaveCount(0);
    await memory.getByRole('checkbox', { name: 'Use memory in this project' }).uncheck();
    await expect(memory).toContainText('Off');
    await expect.poll(() => liveText(projectFile('project.json')), soon).toContain('"memory": false');
  },
);
