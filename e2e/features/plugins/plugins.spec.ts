// Plugins in the window: a skill is looked at, confirmed with the host's code, used, turned off and removed.

import path from 'node:path';
import { expect, test } from '@playwright/test';
import { bundleFolder, dirname, manifestOf, setting } from '../../../test/features/plugins/bundles.ts';
import { skillText } from '../../../test/features/plugins/packages.ts';
import { cite } from '../../../test/support/cite.ts';
import { writeTree } from '../../../test/support/fileTree.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { confirmWithCode, openApp } from '../../support/window.ts';

let host: Host;

test.afterEach(() => host?.stop());

test(
  cite('PLUG-1', 'a skill from a folder is shown whole, installed after a confirmation, turned off and removed'),
  async ({ page }) => {
    const folder = projectFolder();
    writeTree(folder, { 'weather/SKILL.md': skillText('weather'), 'weather/scripts/now.sh': 'date\n' });
    host = await startHost({ args: ['--project', folder] });
    await openApp(page, host);
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('settings plugins');
    await page.keyboard.press('Enter');
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await settings.getByRole('button', { name: 'Add plugin' }).click();
    await settings.getByRole('button', { name: 'Look at it' }).click();
    await expect(settings).toContainText('Enter an address or a path.');
    await settings.getByRole('textbox', { name: 'Address' }).fill(path.join(folder, 'weather'));
    await settings.getByRole('button', { name: 'Look at it' }).click();
    await expect(settings).toContainText('Install “weather”?');
    await expect(settings).toContainText('It has scripts: skills/weather/scripts/now.sh.');
    await expect(settings).toContainText('Do it well.');
    await settings.getByRole('button', { name: /^Show text: .*now\.sh/ }).click();
    await expect(settings).toContainText('date');
    await settings.getByRole('button', { name: 'Install', exact: true }).click();
    await confirmWithCode(page, host);
    const row = settings.getByRole('listitem').filter({ hasText: 'Helps with weather.' });
    await expect(row).toContainText('On');
    await row.getByRole('button', { name: /^Look for an update/ }).click();
    await expect(page.getByText('Nothing newer of “weather”')).toBeVisible();
    await row.getByRole('button', { name: /^Turn off/ }).click();
    await expect(row).toContainText('Off');
    await row.getByRole('button', { name: /^Remove/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(settings).toContainText('Nothing is installed.');
  },
);

test(
  cite('PLUG-8', 'the settings of a bundle are entered in a form, and its secret is not shown again'),
  async ({ page }) => {
    const user_config = {
      region: { type: 'string', title: 'Region', description: 'To report on.', required: true },
      key: { type: 'string', title: 'Key', description: 'Of the service.', sensitive: true },
    };
    const config = { args: [`${dirname}/server/index.mjs`, setting('region')], env: { KEY: setting('key') } };
    const folder = bundleFolder(manifestOf({ user_config }, config), {}, path.join(projectFolder(), 'bundle'));
    host = await startHost({ args: ['--project', projectFolder()] });
    await openApp(page, host);
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('settings plugins');
    await page.keyboard.press('Enter');
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await settings.getByRole('button', { name: 'Add plugin' }).click();
    await settings.getByRole('textbox', { name: 'Address' }).fill(folder);
    await settings.getByRole('button', { name: 'Look at it' }).click();
    await expect(settings).toContainText('Install “report”?');
    await settings.getByRole('button', { name: 'Install', exact: true }).click();
    await confirmWithCode(page, host);
    const row = settings.getByRole('listitem').filter({ hasText: 'MCP bundle' });
    await expect(row).toContainText('It needs these settings: Region.');
    await row.getByRole('button', { name: /^Settings/ }).click();
    await settings.getByRole('textbox', { name: 'Region' }).fill('north');
    await settings.getByLabel('Key', { exact: true }).fill('very-secret-value');
    await settings.getByRole('button', { name: 'Save' }).click();
    await expect(row).not.toContainText('It needs these settings');
    await row.getByRole('button', { name: /^Settings/ }).click();
    await expect(settings.getByRole('textbox', { name: 'Region' })).toHaveValue('north');
    await expect(settings.getByLabel('Key', { exact: true })).toHaveValue('');
    await expect(settings).toContainText('Stored in the keychain.');
  },
);
