// The desktop app's own main with an Electron stand-in: links and files of the system, at the start and later.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { cite } from '../test/support/cite.ts';
import { test } from './support/electronStandIn/desktop.ts';
import { freshFolder } from './support/folders.ts';
import { composer } from './support/window.ts';

const garden = 'throughline://new?text=Water%20the%20basil';

test(
  cite('SEC-5', 'another start hands its link to the open window, and nothing else of its arguments'),
  async ({ desktop }) => {
    const app = await desktop();
    const page = await app.page();
    await app.ask('second', { argv: ['--data', '/etc'], data: { links: [garden], files: [] } });
    await expect(composer(page)).toHaveValue('Water the basil');
    await expect(page.locator('[data-toast]')).toContainText('This text came from a link.');
    await expect.poll(() => app.system).toEqual([{ what: 'front', value: 1 }]);
    // Anything else only brings the window to the front.
    await app.ask('second', { argv: [garden], data: { links: ['https://example.com/', 7], files: ['/etc/passwd'] } });
    await expect.poll(() => app.system.length).toBe(2);
    await expect(composer(page)).toHaveValue('Water the basil');
    expect(app.said()).toBe('');
  },
);

test(cite('SEC-5', 'a start with a link opens it, and a flood of links is cut off'), async ({ desktop }) => {
  const dataDir = freshFolder('data');
  const app = await desktop({ dataDir, link: garden, slowClock: true });
  const page = await app.page();
  await expect(composer(page)).toHaveValue('Water the basil');
  for (let at = 0; at < 20; at++)
    await app.ask('second', { argv: [], data: { links: [`throughline://search?text=word${at}`], files: [] } });
  await expect.poll(() => app.system.length).toBe(4);
  await expect(page.locator('input[type="search"]')).toHaveValue('word3');
});

test(cite('SEC-5', 'opened files land in the preview of the import, and are not imported'), async ({ desktop }) => {
  const folder = freshFolder('files');
  const file = join(folder, 'chat.json');
  writeFileSync(file, JSON.stringify([{ role: 'user', content: 'Is basil an annual?' }]));
  const app = await desktop();
  const page = await app.page();
  await app.ask('second', { argv: [], data: { links: [], files: [file, join(folder, 'gone.json')] } });
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Is basil an annual?');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('nav')).not.toContainText('Is basil an annual?');
});
