// Sessions of other apps in the window: enabled in the settings, listed by folder, read like ours, found, followed,
// continued.

import { expect, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { hashTree } from '../../../test/support/hashTree.ts';
import { sessionHome } from '../../../test/support/sessionHome.ts';
import { fullRunOnly } from '../../../test/support/volume.ts';
import { freshFolder } from '../../support/folders.ts';
import { type Host, startHost } from '../../support/host.ts';
import { composer, openApp, photograph, toolCalls } from '../../support/window.ts';

let host: Host;

test.afterEach(async () => {
  await host?.stop();
});

const breakwater = {
  asked: 'How deep is the breakwater?',
  command: 'sonar --depth',
  printed: 'soundings: 17 fathoms at mark zygote',
  said: 'Seventeen fathoms.',
};

test(
  cite('INTEROP-9', 'sessions appear once their app is enabled, are read in boxes, found, followed and continued'),
  fullRunOnly,
  async ({ page }) => {
    const home = sessionHome(freshFolder('home'));
    const file = home.claude(1);
    home.codex(2, [breakwater]);
    const none = { CLAUDE_CONFIG_DIR: '', CODEX_HOME: '', XDG_DATA_HOME: '' };
    host = await startHost({ env: { HOME: home.home, ...none } });
    await openApp(page, host);
    await page.keyboard.press('Control+,');
    await page.locator('[data-section="programs"]').click();
    const opencode = page.getByRole('checkbox', { name: /^OpenCode/ });
    await expect(opencode).toBeDisabled();
    for (const program of [/^Claude Code/, /^Codex/]) await page.getByRole('checkbox', { name: program }).check();
    await expect(page.getByText('2 sessions, all searchable.')).toBeVisible();
    await page.keyboard.press('Escape');

    // Moves through the list by keyboard.
    await page.locator('[data-program="claude-code"]').focus();
    await page.keyboard.press('ArrowDown');
    const folder = page.getByRole('button', { name: 'harbour' });
    await expect(folder).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-session]').first()).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('[data-session]').first()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('There are two.')).toBeVisible();
    await expect(composer(page)).toHaveCount(0);
    const box = toolCalls(page).first();
    await expect(box).toContainText('ls berths');

    home.growClaude(file, 1, [breakwater]);
    await expect(page.getByText('Seventeen fathoms.')).toBeVisible();
    await photograph(page, 'session-in-place');
    const before = hashTree(home.home);

    await page.keyboard.press('Control+Shift+f');
    await expect(page.getByRole('combobox', { name: 'Search messages and calls' })).toBeFocused();
    await page.keyboard.type('zygote');
    const found = page.getByRole('option').filter({ hasText: 'zygote' });
    await expect(found).toHaveCount(2);
    await expect(page.getByRole('group', { name: 'How deep is the breakwater' })).toContainText('Codex');
    await found.filter({ hasText: 'fathoms' }).last().click();
    await expect(toolCalls(page).filter({ hasText: 'sonar --depth' })).toBeVisible();

    await page.locator('[data-session]').first().click();
    await page.getByRole('button', { name: 'Continue here' }).click();
    await expect(composer(page)).toBeVisible();
    await expect(page.getByText('Seventeen fathoms.')).toBeVisible();
    await expect(page.locator('[data-conversation]')).toHaveCount(1);
    expect(hashTree(home.home)).toEqual(before);
  },
);

test('a read-only session offers no action that would write to it', fullRunOnly, async ({ page }) => {
  const home = sessionHome(freshFolder('home'));
  const typed = '<command-name>/depth</command-name>\n<command-args>now</command-args>';
  home.claude(1, [breakwater, { ...breakwater, asked: typed, said: 'As before.' }]);
  host = await startHost({
    env: { HOME: home.home, CLAUDE_CONFIG_DIR: '' },
    settings: { inPlace: ['claude-code'] },
  });
  await openApp(page, host);
  await page.getByRole('button', { name: 'harbour' }).click();
  const session = page.locator('[data-session]');
  await session.click();
  const said = page.getByText('Seventeen fathoms.');
  await expect(page.getByText('/depth now', { exact: true })).toBeVisible();
  for (const text of [said, page.locator('[data-role="user"]').last()]) {
    await text.click({ button: 'right' });
    await expect(page.getByRole('menu')).toHaveCount(0);
  }
  await page.getByRole('button', { name: /^Context: / }).click();
  const panel = page.getByRole('complementary', { name: 'Context' });
  await expect(panel.getByText('Ran sonar --depth').first()).toBeVisible();
  await expect(
    panel.getByRole('button', { name: /Compact now|Limits and prices|Hide from the model|Pin/ }),
  ).toHaveCount(0);

  await session.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Export…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('How deep is the breakwater?')).toBeVisible();
  await expect(dialog.getByRole('status').filter({ hasText: 'Claude Code' })).toBeVisible();
  await dialog.getByText('OpenCode', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Open in OpenCode…' }).click();
  await expect(dialog.getByText('cd /home/ada/harbour && opencode import')).toBeVisible();
});
