// Files named in replies, as links to the file panel.

import { expect, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { openApp, sendAnswered } from '../../support/window.ts';

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
