// Plugins in the window: a skill is looked at, confirmed with the host's code, used, turned off and removed.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { bundleFolder, dirname, manifestOf, packed, setting } from '../../../test/features/plugins/bundles.ts';
import { skillText } from '../../../test/features/plugins/packages.ts';
import { cite } from '../../../test/support/cite.ts';
import { writeTree } from '../../../test/support/fileTree.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { confirmWithCode, openApp } from '../../support/window.ts';

let host: Host;

test.afterEach(() => host?.stop());

/** Opens the window and the settings, and has a plugin shown before it is installed. */
async function lookAt(page: Page, source: string): Promise<Locator> {
  await openApp(page, host);
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('settings plugins');
  await page.keyboard.press('Enter');
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('button', { name: 'Add plugin' }).click();
  await settings.getByRole('textbox', { name: 'Address' }).fill(source);
  await settings.getByRole('button', { name: 'Look at it' }).click();
  return settings;
}

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
    const settings = await lookAt(page, folder);
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
    await settings.getByRole('button', { name: /^Remove: .*Key/ }).click();
    await expect(settings).toContainText('Removed from the keychain when you save.');
    await settings.getByRole('button', { name: 'Save' }).click();
    await expect(settings.getByRole('textbox', { name: 'Region' })).toHaveCount(0);
    await row.getByRole('button', { name: /^Settings/ }).click();
    await expect(settings.getByRole('textbox', { name: 'Region' })).toHaveValue('north');
    await expect(settings).not.toContainText('Leave it empty to keep it.');
  },
);

test(
  cite('PLUG-9', 'a bundle that is dropped on the chat or on the plugins page is shown, and installed by its button'),
  async ({ page }) => {
    const user_config = { region: { type: 'string', title: 'Region', description: 'To report on.', required: true } };
    const config = { args: [`${dirname}/server/index.mjs`, setting('region')] };
    const manifest = manifestOf({ user_config }, config);
    const file = packed(bundleFolder(manifest, {}, path.join(projectFolder(), 'bundle')));
    host = await startHost({ args: ['--project', projectFolder()] });
    await openApp(page, host);
    const drop = (place: Locator): Promise<void> =>
      place.evaluate(
        (node, base64) => {
          const dataTransfer = new DataTransfer();
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
          dataTransfer.items.add(new File([bytes], 'report.mcpb'));
          for (const type of ['dragenter', 'dragover', 'drop'])
            node.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
        },
        readFileSync(file, 'base64'),
      );
    await drop(page.getByRole('textbox', { name: 'Message' }));
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await expect(settings).toContainText('Install “report”?');
    await expect(settings).toContainText('from report.mcpb');
    await settings.getByRole('button', { name: 'Cancel' }).click();
    await expect(settings).toContainText('Nothing is installed.');
    await drop(settings.locator('[data-plugins]'));
    await settings.getByRole('textbox', { name: 'Region' }).fill('north');
    await settings.getByRole('button', { name: 'Install', exact: true }).click();
    await confirmWithCode(page, host);
    const row = settings.getByRole('listitem').filter({ hasText: 'MCP bundle' });
    await expect(row).toContainText('On');
    await row.getByRole('button', { name: /^Look for an update/ }).click();
    await expect(row).toContainText('Drop a newer file.');
  },
);

test(
  cite('PLUG-8', 'a bundle is shown with its command, tools and settings, which are entered before it is installed'),
  async ({ page }) => {
    const user_config = {
      note: { type: 'string', title: 'Note', description: 'Of any kind.' },
      depth: { type: 'number', title: 'Depth', description: 'How deep.', required: true, min: 1, max: 5 },
      key: { type: 'string', title: 'Key', description: 'Of the service.', sensitive: true, required: true },
    };
    const config = { args: [`${dirname}/server/index.mjs`, setting('depth')], env: { KEY: setting('key') } };
    const more = { license: 'MIT', privacy_policies: ['https://example.com/privacy'], tools_generated: true };
    const manifest = manifestOf({ user_config, ...more, display_name: 'Report maker' }, config);
    const file = packed(bundleFolder(manifest, {}, path.join(projectFolder(), 'bundle')));
    host = await startHost({ args: ['--project', projectFolder()] });
    const settings = await lookAt(page, file);
    const about = settings.getByRole('region', { name: 'About the bundle' });
    for (const text of [
      'Report maker',
      'by Ada',
      'Node.js',
      '1.0.0',
      'MIT',
      'Not signed',
      'https://example.com/privacy',
    ])
      await expect(about).toContainText(text);
    await expect(settings).toContainText('server/index.mjs "‹Depth›"');
    await expect(about.getByRole('region', { name: 'Tools' })).toContainText('Reports how it was started.');
    const form = settings.getByRole('region', { name: 'Settings', exact: true });
    await expect(form.locator('label').last()).toHaveText('Note');
    await form.getByLabel('Depth').fill('9');
    await form.getByLabel('Key').fill('very-secret-value');
    await expect(form.getByLabel('Key')).toHaveAttribute('type', 'password');
    await settings.getByRole('button', { name: 'Install', exact: true }).click();
    await confirmWithCode(page, host);
    await expect(settings.getByRole('alert')).toContainText('“Depth” is at most 5.');
    await form.getByLabel('Depth').fill('3');
    await settings.getByRole('button', { name: 'Install', exact: true }).click();
    await confirmWithCode(page, host);
    const row = settings.getByRole('listitem').filter({ hasText: 'MCP bundle' });
    await expect(row).toContainText('On');
    await expect(row).not.toContainText('It needs these settings');
    await row.getByRole('button', { name: /^Settings/ }).click();
    await expect(settings.getByLabel('Depth')).toHaveValue('3');
    await expect(settings.getByRole('textbox', { name: 'Key' })).toHaveValue('');
  },
);
