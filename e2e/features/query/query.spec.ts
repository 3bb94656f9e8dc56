// The query page: a built-in question, sorting, a chart, an error with its place, and a question that is saved.

import { expect, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { openApp, send, waitForIdle } from '../../support/window.ts';

let host: Host;
let model: FakeModelServer;

test.afterEach(async () => {
  await host?.stop();
  await model.close();
});

test(cite('LEDGER-4', 'the query page answers, sorts, draws, names errors, and saves questions'), async ({ page }) => {
  model = await startFakeModelServer();
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
  host = await startHost({ args: ['--project', projectFolder()], env, settings: { approvalMode: 'all' } });
  await openApp(page, host);
  const lists = { name: 'list_files', arguments: JSON.stringify({ path: '.' }) };
  const reads = { name: 'read_file', arguments: JSON.stringify({ path: 'none.txt' }) };
  model.push(
    {
      calls: [
        { id: 'c1', ...lists },
        { id: 'c2', ...lists },
        { id: 'c3', ...reads },
      ],
    },
    { text: 'Looked.' },
  );
  await send(page, 'Look around');
  await waitForIdle(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('>Query');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Query' });
  const editor = dialog.getByRole('textbox', { name: /^SQL/ });
  await expect(editor).toBeFocused();
  await page.keyboard.press('Control+Enter');
  const cells = dialog.getByRole('row');
  await expect(cells.nth(1)).toContainText(/list_files\s*2\s*0/);
  await expect(cells.nth(2)).toContainText(/read_file\s*1\s*1/);
  await dialog.getByRole('button', { name: 'failed' }).click();
  await expect(dialog.getByRole('columnheader', { name: 'failed' })).toHaveAttribute('aria-sort', 'descending');
  await expect(cells.nth(1)).toContainText('read_file');

  await dialog.getByRole('combobox', { name: 'Show as' }).click();
  await page.getByRole('option', { name: 'Bars' }).click();
  await expect(dialog.getByRole('figure', { name: 'calls by tool' })).toContainText('list_files');
  await dialog.getByRole('combobox', { name: 'Show as' }).click();
  await page.getByRole('option', { name: 'Line' }).click();
  await expect(dialog.getByRole('img', { name: 'calls by tool' })).toBeVisible();

  await editor.fill('select tool\nform calls');
  await dialog.getByRole('button', { name: 'Run' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Line 2, column 6');
  await editor.fill('select count(*) as n from calls');
  await dialog.getByRole('button', { name: 'Save…' }).click();
  await page.keyboard.type('How many');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('combobox', { name: 'Question' })).toContainText('How many');
  await dialog.getByRole('button', { name: 'Run' }).click();
  await expect(cells.nth(1)).toContainText('3');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export as CSV' }).click();
  expect((await download).suggestedFilename()).toBe('query.csv');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Question' })).toContainText('Your own');
});
