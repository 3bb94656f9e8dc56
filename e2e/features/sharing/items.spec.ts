// A command of one member: published from its page, read and accepted by the other, called, changed, accepted again, turned off.

import { expect, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { setUpTeam, startTeamHosts } from '../../support/teamHosts.ts';
import { composer, photograph } from '../../support/window.ts';

let team: Awaited<ReturnType<typeof startTeamHosts>>;

test.afterEach(() => team?.stop());

test(
  cite('SYNC-8', 'a command is published from its page, and the other member reads, accepts and calls it'),
  async ({ page, context }) => {
    team = await startTeamHosts([{ text: 'Reviewed.' }]);
    const first = await team.open(page);
    const { sharing, there, other } = await setUpTeam(team, page, context, first);
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await settings.getByRole('tab', { name: 'Commands and skills' }).click();
    const commands = settings.getByRole('tabpanel');
    await commands.locator('[data-make="command"]').click();
    await commands.getByLabel('Name').fill('inspect');
    await commands.getByLabel('File content').fill('Inspect $ARGUMENTS closely.');
    await commands.getByRole('button', { name: 'Save' }).click();
    await commands.getByRole('button', { name: /^.inspect/ }).click();
    await commands.locator('[data-publish="command"]').click();
    const publishing = page.getByRole('dialog', { name: 'Publish to a team' });
    await expect(publishing.getByText('Inspect $ARGUMENTS closely.')).toBeVisible();
    await photograph(page, 'publish-item');
    await publishing.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByText('Published to Tunnel')).toBeVisible();
    await settings.getByRole('tab', { name: 'Sharing' }).click();
    await expect(sharing.locator('[data-item="command inspect"]')).toContainText('Yours');

    await there.getByRole('button', { name: 'Look now' }).click();
    const row = there.locator('[data-item="command inspect"]');
    await expect(row).toContainText('Ada');
    await expect(row).toContainText('Off');
    await row.getByRole('button').click();
    await expect(there.getByText('You call it with /inspect; then its text is sent.')).toBeVisible();
    await expect(there.getByText('Inspect $ARGUMENTS closely.')).toBeVisible();
    await photograph(other, 'item');
    await there.getByRole('button', { name: 'Accept and use' }).click();
    await expect(there.locator('[data-choice="on"]')).toBeVisible();
    await other.keyboard.press('Escape');
    await composer(other).fill('/insp');
    await expect(other.getByText('Tunnel, Ada: inspect.md')).toBeVisible();
    await photograph(other, 'item-called');
    await composer(other).fill('/inspect water.ts');
    await composer(other).press('Enter');
    await expect(other.getByText('Reviewed.')).toBeVisible();
    expect(JSON.stringify(team.model.requests.at(-1))).toContain('Inspect water.ts closely.');
  },
);
