// A session of another app on one machine is listed on another, read there, and continued as a conversation.

import { expect, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { sessionHome } from '../../../test/support/sessionHome.ts';
import { freshFolder } from '../../support/folders.ts';
import type { Host } from '../../support/host.ts';
import { beginJoining, joinWithPhrase, openMachine, setUpSync } from '../../support/syncing.ts';
import { composer } from '../../support/window.ts';

let hosts: Host[] = [];

test.afterEach(async () => {
  await Promise.all(hosts.map((host) => host.stop()));
  hosts = [];
});

test(
  cite('SYNC-11', 'a session of another machine is a row below its name, is read there, and continued'),
  async ({ page, context }) => {
    test.slow();
    const folder = freshFolder('store');
    const home = sessionHome(freshFolder('home'));
    home.claude(1);
    const none = { CLAUDE_CONFIG_DIR: '', CODEX_HOME: '', XDG_DATA_HOME: '' };
    const first = await openMachine(page, { env: { HOME: home.home, ...none } });
    hosts = [first];
    await page.keyboard.press('Control+,');
    await page.locator('[data-section="programs"]').click();
    await page.getByRole('checkbox', { name: /^Claude Code/ }).check();
    await expect(page.getByText('1 session, all searchable.')).toBeVisible();
    await page.keyboard.press('Escape');
    const { sync, phrase } = await setUpSync(page, first, folder);
    const choice = sync.getByRole('checkbox', { name: /^Sessions of other apps/ });
    await choice.click();
    await expect(choice).toBeChecked();
    await sync.getByRole('button', { name: 'Sync now' }).click();

    const other = await context.newPage();
    const second = await openMachine(other);
    hosts.push(second);
    const there = await beginJoining(other, folder);
    await joinWithPhrase(other, second, there, phrase);
    const heading = other.locator('[data-program="laptop of ada"]');
    await expect(async () => {
      await there.getByRole('button', { name: 'Sync now' }).click();
      await expect(heading).toBeAttached({ timeout: 2_000 });
    }).toPass();
    await other.keyboard.press('Escape');
    await heading.press('ArrowDown');
    const row = other.locator('[data-session]').first();
    await expect(row).toContainText('Claude Code');
    await row.click();
    await expect(other.getByText('There are two.')).toBeVisible();
    await expect(
      other.getByText('This is a Claude Code session on laptop of ada. You can read it here.'),
    ).toBeVisible();
    await expect(composer(other)).toHaveCount(0);
    await other.getByRole('button', { name: 'Continue here' }).click();
    await expect(composer(other)).toBeVisible();
    await expect(other.getByText('There are two.')).toBeVisible();
  },
);
