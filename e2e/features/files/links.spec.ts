// Files named in replies, as links to the file panel.

import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { freshFolder } from '../../support/folders.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { soon } from '../../support/soon.ts';
import {
  choose,
  confirmWithCode,
  openApp,
  photograph,
  sendAnswered,
  toolCalls,
  unfold,
  waitForIdle,
} from '../../support/window.ts';

let host: Host;
let model: FakeModelServer;

test.afterEach(async () => {
  await host?.stop();
  await model?.close();
});

test(
  cite('UI-1', 'a file that a reply names opens in the panel at its line; code and missing files stay text'),
  async ({ page }) => {
    const text = [
      'See `src/water.ts:1` and `notes.txt`, not `src/gone.ts:3`, `npm test` or `../away.txt`.',
      '| file | why |\n| --- | --- |\n| `README.md:3` | it explains |',
    ].join('\n\n');
    model = await startFakeModelServer({ replies: [{ text }] });
    const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
    host = await startHost({ args: ['--project', projectFolder()], env });
    await openApp(page, host);
    await sendAnswered(page, 'where is it?');
    const reply = page.locator('[data-role="assistant"]').last();
    await expect(reply.getByRole('link')).toHaveText(['src/water.ts:1', 'notes.txt', 'README.md:3']);
    await expect(reply.locator('code')).toHaveCount(6);

    await reply.getByRole('link', { name: 'README.md:3' }).click();
    const panel = page.getByRole('complementary', { name: 'File' });
    await expect(panel).toContainText('README.md');
    await expect(panel).toContainText('A small project for trying things');
    await reply.getByRole('link', { name: 'src/water.ts:1' }).press('Enter');
    await expect(panel).toContainText('export const litres');
  },
);

test(
  cite('UI-20', 'paths in prose, tables and output are links to the panel, or to the editor with Ctrl'),
  async ({ page }) => {
    const folder = projectFolder();
    const lines = Array.from({ length: 10_000 }, (_, at) => `ok ${at} lib/none${at}.ts`).join('\n');
    const trace = `\u001b[96msrc/water.ts\u001b[0m:\u001b[93m1\u001b[0m:\u001b[93m14\u001b[0m - error\n    at f (${folder}/notes.txt:2:1)`;
    writeFileSync(path.join(folder, 'long.txt'), `${trace}\n${lines}\n`);
    const call = { id: 'c1', name: 'run_command', arguments: JSON.stringify({ command: 'cat long.txt' }) };
    const text = 'It is in src/water.ts:1, see README.md; not in src/gone.ts.\n\n| file |\n| --- |\n| notes.txt:2 |';
    model = await startFakeModelServer({ replies: [{ calls: [call] }, { text }] });
    const editor = freshFolder('editor');
    const started = path.join(editor, 'started');
    writeFileSync(path.join(editor, 'code'), `#!/bin/sh\nprintf '%s\\n' "$@" > '${started}'\n`);
    chmodSync(path.join(editor, 'code'), 0o755);
    const env = {
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: 'sk-e2e-0123456789',
      OPENAI_MODEL: 'fake-model',
      PATH: `${editor}:${process.env.PATH}`,
    };
    host = await startHost({ args: ['--project', folder], env, settings: { approvalMode: 'all' } });
    await openApp(page, host);
    await sendAnswered(page, 'where is it?');
    await waitForIdle(page);
    const reply = page.locator('[data-role="assistant"]').last();
    await expect(reply.getByRole('link')).toHaveText(['src/water.ts:1', 'README.md', 'notes.txt:2']);
    await unfold(page);
    await toolCalls(page).first().getByRole('button').first().click();
    const output = page.locator('[data-form="terminal"]');
    await expect(output.getByRole('link')).toHaveText(['src/water.ts:1:14', `${folder}/notes.txt:2:1`]);
    // One tab stop, then arrow keys.
    await output.getByRole('link').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: 'File' });
    await expect(panel).toContainText('Rosemary wants less.');

    await reply.getByRole('link', { name: 'src/water.ts:1' }).click({ modifiers: ['Control'] });
    await confirmWithCode(page, host);
    await expect(page.getByText('Opened in VS Code')).toBeVisible();
    const args = (): string[] => (existsSync(started) ? readFileSync(started, 'utf8').trim().split('\n') : []);
    await expect.poll(args, soon).toEqual(['--goto', `${folder}/src/water.ts:1:1`]);

    await page.keyboard.press('Control+Comma');
    await page.getByRole('tab', { name: 'Other apps' }).click();
    await choose(page.getByRole('combobox', { name: 'Editor' }), 'Ask each time');
    await photograph(page, 'settings-editor');
    await page.keyboard.press('Escape');
    await reply.getByRole('link', { name: 'notes.txt:2' }).click({ modifiers: ['Control'] });
    const asks = page.getByRole('dialog', { name: 'Open in…' });
    await expect(asks.getByRole('radio', { name: 'VS Code', checked: true })).toBeFocused();
    await photograph(page, 'open-in');
    await page.keyboard.press('Enter');
    await expect.poll(args, soon).toEqual(['--goto', `${folder}/notes.txt:2:1`]);

    // Selecting across a link copies the text as it is.
    const copied = await reply
      .locator('p')
      .first()
      .evaluate((element) => {
        document.getSelection()?.selectAllChildren(element);
        return document.getSelection()?.toString();
      });
    expect(copied).toBe('It is in src/water.ts:1, see README.md; not in src/gone.ts.');
  },
);

test(
  cite('UI-20', 'paths in own messages, code, and output of a subfolder or in the background are links'),
  async ({ page }) => {
    const folder = projectFolder();
    mkdirSync(path.join(folder, 'sub'));
    writeFileSync(path.join(folder, 'sub', 'deep.ts'), 'export const deep = "found below";\n');
    const run = (id: string, args: object) => ({ id, name: 'run_command', arguments: JSON.stringify(args) });
    const code =
      "```ts\n// src/water.ts:1 says it\nimport { x } from './notes.txt';\nconst file = 'README.md:3';\n```\n\n```\nat notes.txt:2\n```";
    model = await startFakeModelServer({
      replies: [
        { calls: [run('c1', { command: 'cd sub && echo "deep.ts:1: warning, see README.md and gone.ts"' })] },
        { calls: [run('c2', { command: 'cd sub && echo at deep.ts:1; exec sleep 600', background: true })] },
        { text: code },
      ],
    });
    const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
    const settings = { approvalMode: 'all', editor: { asks: true } };
    host = await startHost({ args: ['--project', folder], env, settings });
    await openApp(page, host);
    const panel = page.getByRole('complementary', { name: 'File' });
    await sendAnswered(page, `look at src/water.ts:1\n${'a line of the log\n'.repeat(1200)}and at notes.txt`);
    await waitForIdle(page);

    const blocks = page.locator('[data-role="assistant"]').last().locator('.code-block');
    await expect(blocks.first().getByRole('link')).toHaveText(['src/water.ts:1', 'README.md:3']);
    await expect(blocks.last().getByRole('link')).toHaveText(['notes.txt:2']);
    // The link is in the color of its code, and the text is whole.
    await expect(blocks.first().locator('[data-file="README.md"] span[style*="color"]').first()).toBeVisible();
    expect(await blocks.first().locator('pre').innerText()).toBe(
      "// src/water.ts:1 says it\nimport { x } from './notes.txt';\nconst file = 'README.md:3';\n",
    );
    await blocks.first().getByRole('link').first().press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(panel).toContainText('A small project for trying things');

    await unfold(page);
    await toolCalls(page).first().getByRole('button').first().click();
    const output = page.locator('[data-form="terminal"]').first();
    await expect(output.getByRole('link')).toHaveText(['deep.ts:1', 'README.md']);
    await output.getByRole('link').first().click();
    await expect(panel).toContainText('found below');
    await page.getByRole('button', { name: '1 background command' }).click();
    await page.getByRole('button', { name: /^Output of/ }).click();
    const log = page.getByRole('document', { name: 'Full output' }).getByRole('link', { name: 'deep.ts:1' });
    // The output is shown again after the question.
    await log.click({ modifiers: ['Control'] });
    await expect(page.getByRole('dialog', { name: 'Open in…' })).toBeVisible();
    await page.keyboard.press('Escape');
    await log.click();
    await expect(panel).toContainText('found below');

    const own = page.locator('[data-role="user"]').first();
    await own.evaluate((element) => element.scrollIntoView({ block: 'start' }));
    await own.getByRole('link', { name: 'src/water.ts:1' }).click();
    await expect(panel).toContainText('export const litres');
    await own.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    await own.getByRole('link', { name: 'notes.txt' }).click();
    await expect(panel).toContainText('Rosemary wants less.');
  },
);
