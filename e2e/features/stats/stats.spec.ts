// The palette opens the statistics of the open conversation.

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

test(
  cite('WORK-4', 'the palette opens the statistics of the conversation, with its calls and its cost'),
  async ({ page }) => {
    model = await startFakeModelServer();
    const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
    host = await startHost({ args: ['--project', projectFolder()], env, settings: { approvalMode: 'all' } });
    await openApp(page, host);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Conversation statistics');
    await expect(page.getByRole('option', { name: 'Conversation statistics' })).toHaveCount(0);
    await page.keyboard.press('Escape');

    const reads = { name: 'read_file', arguments: JSON.stringify({ path: 'none.txt' }) };
    const lists = { name: 'list_files', arguments: JSON.stringify({ path: '.' }) };
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
    await page.keyboard.type('Conversation statistics');
    await expect(page.getByRole('option', { name: 'Conversation statistics' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await page.keyboard.press('Enter');

    const dialog = page.getByRole('dialog', { name: 'Conversation statistics' });
    await expect(dialog.getByRole('region', { name: 'Messages' })).toContainText(
      /From you1From the model2Tool results3/,
    );
    await expect(dialog.getByRole('region', { name: 'Tool calls' })).toContainText(
      'Tool calls3Completed2Failed1Refused0Still open0',
    );
    await expect(dialog.getByRole('region', { name: 'Most used tools' })).toContainText('list_files2read_file1');
    await expect(dialog.getByRole('region', { name: 'Tokens and cost' })).toContainText('Costunknown');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  },
);
