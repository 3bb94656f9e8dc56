// Calls with `/`: a folder's commands and skills before and after it is trusted, the user's prompts, an MCP server's
// prompts and resources, and window commands; and a user who types faster than the list loads.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { fullRunOnly } from '../../../test/support/volume.ts';
import { freshFolder } from '../../support/folders.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { composer, confirmWithCode, openApp, photograph, waitForIdle } from '../../support/window.ts';

const everything = fileURLToPath(
  new URL('../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js', import.meta.url),
);

/** A server with one prompt, which answers once a file exists. */
const slow = `import { existsSync, watch } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
const go = process.argv[2];
const open = new Promise((done) => {
  const look = () => existsSync(go) && done();
  watch(dirname(go), look);
  look();
});
createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  await open;
  const { protocolVersion } = params ?? {};
  const result =
    method === 'initialize'
      ? { protocolVersion, capabilities: { prompts: {} }, serverInfo: { name: 'slow', version: '1' } }
      : method === 'prompts/list'
        ? { prompts: [{ name: 'later' }] }
        : {};
  console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
});
`;

let host: Host;
let model: FakeModelServer;

test.beforeEach(async () => {
  model = await startFakeModelServer();
});

test.afterEach(async () => {
  await host?.stop();
  await model.close();
});

/** A folder with a command, an unreadable command, and a skill. */
function folderWithCommands(): string {
  const folder = projectFolder();
  const write = (name: string, text: string): void => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  write(
    '.claude/commands/review.md',
    '---\ndescription: Review a pull request\nargument-hint: "[number]"\n---\nReview pull request $1 with care.\n',
  );
  write('.claude/commands/broken.md', '---\ndescription: Nothing\ntools: [read_file\n---\nNothing.\n');
  write(
    '.claude/skills/herbs/SKILL.md',
    '---\nname: herbs\ndescription: How each herb likes its water\n---\nBasil is thirsty.\n',
  );
  return folder;
}

async function open(page: Page, folder: string): Promise<void> {
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
  host = await startHost({ args: ['--project', folder], env: { ...env, HOME: freshFolder('home') } });
  await openApp(page, host);
}

const options = (page: Page): Locator => page.getByRole('option');

/** The user's last message as sent to the model. */
function lastSaid(): string {
  return JSON.stringify(model.requests.at(-1)?.body.messages.findLast(({ role }) => role === 'user')?.content);
}

async function trustInSettings(page: Page): Promise<void> {
  await page.keyboard.press('/');
  await options(page).filter({ hasText: 'in this untrusted folder' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await dialog.getByRole('button', { name: 'Trust this folder' }).click();
  await expect(dialog.locator('[data-customization="review"]')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(composer(page)).toBeFocused();
}

test(
  cite(
    'WORK-3',
    "a folder's commands are only names until it is trusted; then they are found, called and shown as sent",
  ),
  fullRunOnly,
  async ({ page }) => {
    await open(page, folderWithCommands());
    const field = composer(page);
    await field.press('/');
    await expect(options(page).filter({ hasText: 'review' })).toHaveCount(0);
    await options(page).filter({ hasText: '3 commands and skills in this untrusted folder' }).click();
    const dialog = page.getByRole('dialog', { name: 'Settings' });
    const untrusted = dialog.getByRole('region', { name: 'Commands and skills in an untrusted folder' });
    await expect(untrusted.getByRole('listitem')).toHaveText([/broken/, /review/, /herbs/]);
    await expect(dialog).not.toContainText('Review a pull request');
    await untrusted.getByRole('button', { name: 'Trust this folder' }).click();
    await expect(dialog.locator('[data-customization="review"]')).toContainText('.claude/commands/review.md');
    await expect(dialog.getByRole('region', { name: 'Files that can’t be used' })).toContainText(
      /\.claude\/commands\/broken\.md, line \d/,
    );
    await photograph(page, 'customizations');
    await page.keyboard.press('Escape');

    // Six keys for the command and two for its number.
    await expect(field).toBeFocused();
    await page.keyboard.type('/rv');
    await expect(options(page).first()).toHaveAccessibleName(/^\/review, \[number\], Review a pull request, Project/);
    await expect(field).toHaveAttribute('aria-activedescendant', /-0$/);
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('/review ');
    await expect(page.locator('[data-hint]')).toHaveText('[number]');
    model.push({ text: 'It is sound.' });
    await page.keyboard.type('12');
    await expect(page.locator('[data-hint]')).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(page.getByText('It is sound.')).toBeVisible();
    expect(lastSaid()).toContain('Review pull request 12 with care.');
    await expect(page.locator('[data-role="user"]')).toHaveText('/review 12');
    const pill = page.locator('[data-command="review"]').getByRole('button');
    await expect(pill).toHaveAttribute('title', '.claude/commands/review.md');
    await pill.click();
    await expect(page.getByRole('dialog')).toContainText('Review pull request 12 with care.');
    await page.keyboard.press('Escape');

    // Edited and sent again, it is called again.
    await waitForIdle(page);
    await page.locator('[data-message]').first().hover();
    await page.locator('[data-edit]').first().click();
    await expect(page.getByRole('textbox', { name: 'Edit message' })).toHaveValue('/review 12');
    await expect(page.getByRole('textbox', { name: 'Edit message' })).toBeFocused();
    model.push({ text: 'That one is not.' });
    await page.keyboard.press('Backspace');
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    await expect(page.getByText('That one is not.')).toBeVisible();
    expect(lastSaid()).toContain('Review pull request 13 with care.');

    // When fully typed, Enter sends it.
    await waitForIdle(page);
    model.push({ text: 'Water the basil.' });
    await field.pressSequentially('/herbs');
    await expect(options(page)).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Water the basil.')).toBeVisible();
    expect(lastSaid()).toContain('Basil is thirsty.');

    // An unknown command is text; the search also covers descriptions, and Escape closes the list.
    await waitForIdle(page);
    await field.pressSequentially('/water');
    await expect(options(page)).toHaveText([/^\/herbs/]);
    await page.keyboard.press('Escape');
    await expect(options(page)).toHaveCount(0);
    model.push({ text: 'As text.' });
    await page.keyboard.press('Enter');
    await expect(page.getByText('As text.')).toBeVisible();
    expect(lastSaid()).toContain('/water');
    await expect(page.locator('[data-command]')).toHaveCount(2);

    await waitForIdle(page);
    await page.keyboard.type('soon');
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('review a pull');
    await page.getByRole('option', { name: '/review: Review a pull request' }).click();
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('/review soon');
    // Another chat has another message.
    await field.fill('/re');
    await expect(options(page)).not.toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+Shift+o');
    await expect(field).toHaveValue('');
    await expect(options(page)).toHaveCount(0);
  },
);

test(
  cite('WORK-3', 'a custom prompt is created, filled in through its form, inserted, changed and deleted'),
  async ({ page }) => {
    await open(page, projectFolder());
    const field = composer(page);
    await page.keyboard.press('/');
    await options(page).filter({ hasText: 'You have no commands yet' }).click();
    const dialog = page.getByRole('dialog', { name: 'Settings' });
    await dialog.getByRole('button', { name: 'New prompt' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.keyboard.type('haiku');
    const text =
      '---\ndescription: A short poem\nvariables:\n  - name: about\n  - name: mood\n    choices: [glad, grave]\n    default: glad\n---\nWrite a {{mood}} haiku about {{about}}.\n';
    await dialog.getByRole('textbox', { name: 'File content' }).fill(text);
    await expect(dialog.locator('[data-fields]')).toContainText('mood');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.locator('[data-customization="haiku"]')).toContainText('A short poem');
    await page.keyboard.press('Escape');

    await expect(field).toBeFocused();
    await page.keyboard.type('/ha');
    await page.keyboard.press('Enter');
    const form = page.getByRole('form', { name: '/haiku' });
    await expect(form.getByRole('combobox', { name: 'about' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(form.getByRole('alert')).toHaveText('Fill this in.');
    await page.keyboard.type('rain in "May"');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(form.getByRole('option', { selected: true })).toHaveText('grave');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('Write a grave haiku about rain in "May".');
    await expect(field).toBeFocused();
    await expect(page.locator('[data-role="user"]')).toHaveCount(0);
    model.push({ text: 'Drops on a tin roof.' });
    await page.keyboard.press('Enter');
    await expect(page.getByText('Drops on a tin roof.')).toBeVisible();

    // Escape returns from the form to the message, and Tab to the form.
    await waitForIdle(page);
    await page.keyboard.type('/haiku');
    await page.keyboard.press('Tab');
    await expect(form).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
    await expect(field).toHaveValue('/haiku ');
    await expect(field).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(form).toBeVisible();
    await page.keyboard.press('Escape');
    await field.fill('');

    await page.keyboard.type('/commands');
    await page.keyboard.press('Enter');
    await dialog.locator('[data-customization="haiku"]').click();
    await dialog.getByRole('textbox', { name: 'File content' }).fill('Say nothing.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.locator('[data-customization="haiku"]')).toContainText('Say nothing.');
    await dialog.locator('[data-customization="haiku"]').click();
    await dialog.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete…' }).click();
    await expect(dialog.locator('[data-customization="haiku"]')).toHaveCount(0);
  },
);

test(
  cite('MCP-8', "a server's prompt is filled in with suggested values, and its resource mentioned with @"),
  fullRunOnly,
  async ({ page }) => {
    const folder = projectFolder();
    writeFileSync(path.join(folder, 'slow.mjs'), slow);
    await open(page, folder);
    const field = composer(page);
    await page.getByRole('button', { name: 'Settings' }).click();
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await settings.getByRole('tab', { name: 'MCP servers' }).click();
    await settings.getByRole('button', { name: 'Add server' }).click();
    await settings.getByRole('textbox', { name: 'Name', exact: true }).evaluate(
      (element, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', text);
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      JSON.stringify({
        mcpServers: {
          everything: { command: process.execPath, args: [everything] },
          slow: { command: process.execPath, args: [path.join(folder, 'slow.mjs'), path.join(folder, 'go')] },
        },
      }),
    );
    await settings.getByRole('button', { name: 'Add 2 servers' }).click();
    await confirmWithCode(page, host);
    await expect(settings.locator('[data-mcp-server="slow"]')).toBeVisible();
    await page.keyboard.press('Escape');

    // One server's values are available before the other has answered.
    await field.click();
    await page.keyboard.type('/');
    await expect(options(page).filter({ hasText: '/everything:simple-prompt' })).toHaveCount(1);
    await expect(page.getByText('Waiting for slow…')).toBeVisible();
    writeFileSync(path.join(folder, 'go'), '');
    await expect(options(page).filter({ hasText: '/slow:later' })).toHaveCount(1);
    await expect(page.getByText('Waiting for slow…')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await field.fill('');

    await field.click();
    await page.keyboard.type('/completable');
    await expect(options(page)).toHaveText([/^\/everything:completable-prompt/]);
    await page.keyboard.press('Enter');
    const form = page.getByRole('form', { name: '/everything:completable-prompt' });
    await expect(form.getByRole('combobox', { name: 'department' })).toBeFocused();
    await page.keyboard.type('Sa');
    await expect(form.getByRole('option')).toHaveText(['Sales']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(form.getByRole('combobox', { name: 'name' })).toBeFocused();
    // The people of the chosen department.
    await expect(form.getByRole('option')).toHaveText(['David', 'Eve', 'Frank']);
    await page.keyboard.type('Eve');
    model.push({ text: 'Eve leads.' });
    await page.keyboard.press('Enter');
    await expect(page.getByText('Eve leads.')).toBeVisible();
    await expect(page.locator('[data-role="user"]')).toHaveText(
      '/everything:completable-prompt department=Sales name=Eve',
    );
    expect(lastSaid()).toContain('Please promote Eve to the head of the Sales team.');
    await expect(page.locator('[data-command]').getByRole('button')).toHaveAttribute('title', 'everything');

    await waitForIdle(page);
    await expect(field).toBeFocused();
    await page.keyboard.type('read @features');
    await expect(options(page).filter({ hasText: 'features.md' })).toHaveCount(1);
    await options(page).filter({ hasText: 'features.md' }).click();
    model.push({ text: 'It has features.' });
    await page.keyboard.press('Enter');
    await expect(page.getByText('It has features.')).toBeVisible();
    await expect(page.locator('[data-mention*="features.md"]').getByRole('button')).toBeVisible();
  },
);

test(
  cite('UI-9', "the window's own commands run from the composer, and nothing is sent"),
  fullRunOnly,
  async ({ page }) => {
    await open(page, projectFolder());
    const field = composer(page);
    await page.keyboard.type('/');
    const hint = options(page).filter({ hasText: 'You have no commands yet' });
    await expect(hint).toBeVisible();
    await expect(hint).toHaveAttribute('aria-selected', 'false');
    await expect(options(page).filter({ hasText: '/clear' })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.type('help');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('');
    await page.keyboard.type('/plan');
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-control="approvals"]')).toContainText('Plan');
    await expect(field).toBeFocused();
    await page.keyboard.type('/model');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option', { name: /fake-model/ })).toBeVisible();
    await expect(field).not.toBeFocused();
    // A user who types at once: the menu restores the focus later, and must not take it from the field.
    await field.evaluate(async (message: HTMLElement) => {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
      // The menu has gone, and its timer has yet to run.
      for (let turn = 0; turn < 20 && document.querySelector('[role="option"]'); turn++) await Promise.resolve();
      message.focus();
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    });
    await expect(page.getByRole('option', { name: /fake-model/ })).toHaveCount(0);
    await expect(field).toHaveValue('');
    await expect(field).toBeFocused();
    // In front of text that is already there.
    await page.keyboard.type('with care');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Commands, skills and prompts (/)' }).click();
    await expect(field).toHaveValue('/ with care');
    await expect(options(page).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Mention a file (@)' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('/ @ with care');
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-role="user"]')).toHaveCount(0);
  },
);

test(
  cite('UI-9', 'keys typed before the list loads apply in order afterwards; if its code fails to load, Enter sends'),
  fullRunOnly,
  async ({ page }) => {
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    let lost = false;
    await page.route(/\/Completion-[^/]*\.js/, async (route) => {
      await gate;
      if (lost) await route.abort();
      else await route.continue();
    });
    await open(page, folderWithCommands());
    await page.keyboard.type('/rev');
    await page.keyboard.press('Tab');
    await page.keyboard.type('x');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('7');
    await page.keyboard.press('Enter');
    model.push({ text: 'Sent as it stood.' });
    await expect(composer(page)).toHaveValue('/rev');
    lost = true;
    release();
    await expect(page.getByText('Sent as it stood.')).toBeVisible();
    expect(lastSaid()).toContain('/rev7');

    lost = false;
    await waitForIdle(page);
    // The page may not reveal that a file failed to load.
    await page.reload();
    await expect(composer(page)).toBeVisible();
    await trustInSettings(page);
    await page.reload();
    await expect(composer(page)).toBeVisible();
    await composer(page).focus();
    await page.keyboard.type('/rev');
    await page.keyboard.press('Tab');
    await page.keyboard.type('7');
    await page.keyboard.press('Enter');
    model.push({ text: 'Number seven is sound.' });
    await expect(page.getByText('Number seven is sound.')).toBeVisible();
    expect(lastSaid()).toContain('Review pull request 7 with care.');
  },
);
