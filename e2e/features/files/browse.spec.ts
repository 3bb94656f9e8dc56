// The file panel: the folder's tree with what the conversation changed, search, and mentions of selected lines.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { composer, openApp, photograph, sendAnswered, waitForIdle } from '../../support/window.ts';

let host: Host;
let model: FakeModelServer;

test.afterEach(async () => {
  await host?.stop();
  await model?.close();
});

test(
  cite('UI-20', 'the panel shows the tree with changes, finds names and text, and mentions the selected lines'),
  async ({ page }) => {
    const folder = projectFolder();
    mkdirSync(path.join(folder, 'many'));
    for (let at = 0; at < 10_000; at++) writeFileSync(path.join(folder, 'many', `f${at}.txt`), '');
    writeFileSync(path.join(folder, '.gitignore'), 'dist/\n');
    mkdirSync(path.join(folder, 'dist'));
    writeFileSync(path.join(folder, 'logo.bin'), Buffer.from([0, 1, 2, 3, 0, 255]));
    const write = (id: string, name: string) => ({
      id,
      name: 'write_file',
      arguments: JSON.stringify({ path: name, content: 'one\ntwo\nthree needle\nfour\n' }),
    });
    model = await startFakeModelServer({
      replies: [
        { calls: [write('c1', 'src/new.ts'), write('c2', 'plan.md'), write('c3', 'src/more.ts')] },
        { text: 'Done.' },
      ],
    });
    const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
    host = await startHost({ args: ['--project', folder], env, settings: { approvalMode: 'all' } });
    await openApp(page, host);
    await sendAnswered(page, 'write');
    await waitForIdle(page);

    await page.getByRole('button', { name: 'Files', exact: true }).click();
    const panel = page.getByRole('complementary', { name: 'Files' });
    const tree = panel.getByRole('tree');
    const row = (name: RegExp) => tree.getByRole('treeitem', { name });
    await expect(row(/^plan\.md added by this conversation/)).toBeVisible();
    await expect(row(/^src 2 changed files/)).toBeVisible();
    await expect(row(/^dist ignored by git/)).toBeVisible();
    // An undone change counts no longer.
    const box = page.locator('[data-call]').filter({ hasText: 'src/more.ts' });
    await box.getByRole('button').first().click();
    await box.getByRole('button', { name: 'Undo…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo 1 file' }).click();
    await expect(row(/^src 1 changed file/)).toBeVisible();

    // By keyboard: open `many`, go to its last file, back to its folder, close it.
    await tree.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expect(row(/^f0\.txt/)).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await expect(row(/^many/)).toHaveAttribute('aria-selected', 'true');
    expect(await tree.getByRole('treeitem').count()).toBeLessThan(200);
    await page.keyboard.press('ArrowLeft');
    await expect(row(/^f0\.txt/)).toHaveCount(0);
    await row(/^src/).click();
    await photograph(page, 'files-tree');
    const audit = await new AxeBuilder({ page }).include('[data-file-panel]').analyze();
    expect(audit.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    await row(/^logo\.bin/).click();
    await expect(panel).toContainText('Not a text file');
    await panel.getByRole('button', { name: 'All files' }).click();
    await expect(row(/^new\.ts added/)).toBeVisible();

    await page.keyboard.press('Control+Shift+X');
    await expect(panel).toHaveCount(0);
    await page.keyboard.press('Control+Shift+X');
    const search = panel.getByRole('searchbox', { name: 'Search names and text…' });
    await search.fill('NEEDLE');
    await expect(panel.getByRole('button', { name: /src\/new\.ts, line 3|three needle/ }).first()).toBeVisible();
    await search.fill('waterts');
    await expect(panel.getByRole('button', { name: 'water.ts src' })).toBeVisible();
    await search.fill('needle');
    await photograph(page, 'files-search');
    await panel
      .getByRole('button', { name: /new\.ts.*3/ })
      .first()
      .click();
    const text = panel.getByRole('document');
    await expect(text).toContainText('three needle');

    await text.locator('[data-line="2"] span').last().selectText();
    await page.evaluate(() => {
      const end = document.querySelector('[data-file-panel] [data-line="3"] span:last-child');
      if (end) document.getSelection()?.extend(end, end.childNodes.length);
    });
    await photograph(page, 'files-lines');
    await panel.getByRole('button', { name: 'Mention lines 2–3' }).last().click();
    await expect(composer(page)).toHaveValue(/@src\/new\.ts#L2-3 /);
    await panel.getByRole('button', { name: 'Open in…' }).click();
    await expect(page.getByRole('menuitem', { name: 'Other command…' })).toBeVisible();
    await photograph(page, 'files-openin');
  },
);
