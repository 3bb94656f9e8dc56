// The export dialog: shows a page's contents before saving, and writes another app's copy only after confirmation.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { fullRunOnly } from '../../../test/support/volume.ts';
import { freshFolder } from '../../support/folders.ts';
import { projectFolder, startHost } from '../../support/host.ts';
import { confirmWithCode, openApp, photograph, send, waitForIdle } from '../../support/window.ts';

test(
  'every format by name, a page previewed before it is saved, and a copy for Claude Code after confirmation',
  fullRunOnly,
  async ({ page, context }) => {
    const claude = path.join(freshFolder('claude'), 'home');
    const folder = projectFolder();
    const host = await startHost({
      args: ['--project', folder],
      env: { CLAUDE_CONFIG_DIR: claude },
      settings: { approvalMode: 'reads' },
    });
    try {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: host.origin });
      await openApp(page, host);
      await send(page, 'Read notes.txt');
      await waitForIdle(page);
      await page.keyboard.press('Control+k');
      await page.keyboard.type('export this');
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Export conversation' });
      await expect(dialog.getByRole('radio')).toHaveCount(9);

      await dialog.getByRole('radio', { name: 'Web page' }).check();
      const facts = dialog.getByRole('region', { name: 'This page contains' });
      await expect(facts).toContainText(/\d+ messages · 1 call · 1 result · [\d.]+ kB/);
      await expect(facts).toContainText('No known secrets were found.');
      await photograph(page, 'export');
      const [whole] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: 'Save…' }).click(),
      ]);
      expect(whole.suggestedFilename()).toMatch(/\.html$/);
      const html = readFileSync(await whole.path(), 'utf8');
      expect(html).toContain('Basil wants more.');
      await expect(dialog).toHaveCount(0);

      await page.keyboard.press('Control+k');
      await page.keyboard.type('export this');
      await page.keyboard.press('Enter');
      await dialog.getByRole('radio', { name: 'Web page' }).check();
      await dialog.getByRole('checkbox', { name: 'Results and file changes' }).uncheck();
      await expect(facts).toContainText(/1 call · [\d.]+ kB/);
      const [without] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: 'Save…' }).click(),
      ]);
      const less = readFileSync(await without.path(), 'utf8');
      expect(less.match(/class="call"/g)).toHaveLength(1);
      expect(less.length).toBeLessThan(html.length);

      await page.keyboard.press('Control+k');
      await page.keyboard.type('export this');
      await page.keyboard.press('Enter');
      await dialog.getByRole('radio', { name: 'Claude Code' }).check();
      await dialog.getByRole('button', { name: 'Open in Claude Code…' }).click();
      await expect(dialog).toContainText(`${claude}/projects/`);
      await expect(dialog).toContainText('Claude Code has no data on this machine yet.');
      expect(existsSync(claude)).toBe(false);
      await dialog.getByRole('button', { name: 'Write file' }).click();
      await confirmWithCode(page, host);
      await expect(dialog).toContainText('File saved.');
      await dialog.getByRole('button', { name: 'Copy command' }).click();
      const command = () => page.evaluate(() => navigator.clipboard.readText());
      await expect.poll(command).toMatch(/claude --resume \S+$/);
      const session = /claude --resume (\S+)$/.exec(await command())?.[1];
      const files = readdirSync(claude, { recursive: true }).map(String);
      expect(files.filter((name) => name.endsWith(`/${session}.jsonl`))).toHaveLength(1);
    } finally {
      await host.stop();
    }
  },
);
