// A team of two hosts over a folder: one sets it up and publishes, with a secret masked; the other joins, reads, searches, browses the
// chain, and continues a copy; then it is withdrawn.

import { expect, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { liveFiles } from '../../../test/support/liveFiles.ts';
import { openSharing, setUpTeam, startTeamHosts } from '../../support/teamHosts.ts';
import { composer, photograph, send, toolCalls, unfold, waitForIdle } from '../../support/window.ts';

const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;

let team: Awaited<ReturnType<typeof startTeamHosts>>;

test.afterEach(() => team?.stop());

test(
  cite('SYNC-8', 'two windows share a conversation: published masked, read, found, continued, withdrawn'),
  async ({ page, context }) => {
    const call = { id: 'call_1', name: 'read_file', arguments: JSON.stringify({ path: 'README.md' }) };
    team = await startTeamHosts([{ calls: [call] }, { text: 'The lantern is lit.' }, { text: 'It is still lit.' }]);
    const first = await team.open(page);
    await send(page, `Use ${token} for the tunnel`);
    await expect(page.getByText('The lantern is lit.')).toBeVisible();
    await waitForIdle(page);
    const { there, other } = await setUpTeam(team, page, context, first);
    await photograph(page, 'sharing-settings');
    await page.keyboard.press('Escape');

    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('Publish this conversation');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Publish to a team' });
    await expect(dialog.locator('[data-secret]')).toContainText('Use ghp_… for the tunnel');
    await expect(dialog.locator('[data-secret]')).toContainText('Masked');
    await photograph(page, 'publish');
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByText('Published to Tunnel')).toBeVisible();
    const stored = liveFiles(team.folder).map(({ path: name, bytes }) => `${name} ${bytes.toString('latin1')}`);
    for (const text of ['lantern', 'Ada', token]) expect(stored.filter((each) => each.includes(text))).toEqual([]);

    await there.getByRole('button', { name: 'Look now' }).click();
    await other.keyboard.press('Escape');
    const item = other.locator('[data-session]');
    await expect(item).toHaveText(/tunnel.*Ada/i);
    await item.click();
    await expect(other.getByText('The lantern is lit.')).toBeVisible();
    await expect(other.getByText('Use [secret removed] for the tunnel').last()).toBeVisible();
    await unfold(other);
    await expect(toolCalls(other)).toHaveCount(1);
    await expect(composer(other)).toHaveCount(0);
    await other.keyboard.press('Control+j');
    await expect(other.getByRole('tree')).toContainText('README.md');
    await photograph(other, 'shared-conversation');
    await other.keyboard.press('Control+j');
    await other.keyboard.press('Control+Shift+f');
    await expect(other.getByRole('combobox', { name: 'Search messages and calls' })).toBeFocused();
    await other.keyboard.type('lantern');
    await expect(other.getByRole('group', { name: /for the tunnel/ })).toContainText('Ada · Tunnel');
    await item.click();
    await other.getByRole('button', { name: 'Continue a copy' }).click();
    await expect(composer(other)).toBeVisible();
    await send(other, 'And now?');
    await expect(other.getByText('It is still lit.')).toBeVisible();
    await expect(other.locator('[data-conversation]')).toHaveCount(1);

    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('Publish this conversation');
    await page.keyboard.press('Enter');
    await expect(dialog.locator('[data-published]')).toContainText('It has not changed since.');
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
    await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible();
    const again = await openSharing(other);
    await again.getByRole('button', { name: 'Look now' }).click();
    await other.keyboard.press('Escape');
    await expect(item).toHaveCount(0);
    await expect(other.getByText('It is still lit.')).toBeVisible();
  },
);
