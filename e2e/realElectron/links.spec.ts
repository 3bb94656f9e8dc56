// Links and files of the system, in a real Electron: at the start, from another start, and as macOS reports them.

import path from 'node:path';
import { expect } from '@playwright/test';
import { cite } from '../../test/support/cite.ts';
import { liveText } from '../../test/support/liveFiles.ts';
import { test } from '../support/realElectron/realElectron.ts';
import { soon } from '../support/soon.ts';
import { composer } from '../support/window.ts';

const garden = 'throughline://new?text=Water%20the%20basil';

test(
  cite(
    ['SEC-5', 'SHIP-5'],
    'a link starts the app, another one reaches the open window, and neither brings options with it',
  ),
  async ({ electron }) => {
    const dataDir = electron.folder('data', { 'settings.json': '{"v":1,"approvalMode":"ask"}' });
    const started = await electron.start({ dataDir, outside: [garden, '--data', '/tmp/elsewhere'] });
    const page = await started.page();
    await expect(composer(page)).toHaveValue('Water the basil');
    await expect(page.locator('[data-toast]')).toContainText('This text came from a link.');
    const search = 'throughline://search?text=basil';
    const second = await electron.startAside({
      dataDir,
      outside: [search, '--project', '/etc', '--remote-debugging-port=0', '--no-sandbox'],
    });
    expect(second.code).toBe(0);
    await expect(page.locator('input[type="search"]')).toHaveValue('basil');
    expect(page.url()).toBe('throughline://app/');
    // The internal page cannot be reached by a link, and macOS has events of its own.
    const openUrl = (link: string) =>
      started.app.evaluate(({ app }, url) => app.emit('open-url', { preventDefault() {} }, url), link);
    await openUrl('throughline://app/');
    await openUrl('throughline://run?text=x');
    await expect(page.locator('[data-toast]').filter({ hasText: 'nothing by that name' })).toHaveCount(1);
    await openUrl('throughline://settings/data');
    await expect(page.getByRole('dialog').getByRole('tab', { name: 'Data', selected: true })).toBeVisible();
    expect(started.said()).toBe('');
  },
);

test(
  cite(['SEC-5', 'SHIP-5'], 'files that are opened with the app land in the preview of the import'),
  async ({ electron }) => {
    const folder = electron.folder('files', { 'chat.json': '[{"role":"user","content":"Is basil an annual?"}]' });
    const dataDir = electron.folder('data', { 'settings.json': '{"v":1,"approvalMode":"ask"}' });
    const started = await electron.start({ dataDir });
    const page = await started.page();
    const second = await electron.startAside({ dataDir, outside: [path.join(folder, 'chat.json')] });
    expect(second.code).toBe(0);
    await expect(page.getByRole('dialog')).toContainText('Is basil an annual?');
    await expect.poll(() => liveText(path.join(folder, 'chat.json')), soon).toContain('annual');
    expect(started.said()).toBe('');
  },
);
