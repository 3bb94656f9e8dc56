// Machines that sync over a folder, each a host with a keychain of its own, set up in the settings as a user does.

import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, type Locator, type Page } from '@playwright/test';
import { type Host, type HostOptions, startHost } from './host.ts';
import { confirmWithCode, openApp } from './window.ts';

const keychain = pathToFileURL(fileURLToPath(new URL('./keychainStandIn.ts', import.meta.url))).href;

export async function openMachine(page: Page, options: HostOptions = {}): Promise<Host> {
  const host = await startHost({ ...options, env: { ...options.env, NODE_OPTIONS: `--import ${keychain}` } });
  await openApp(page, host);
  return host;
}

async function openSync(page: Page): Promise<Locator> {
  await page.keyboard.press('ControlOrMeta+,');
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('tab', { name: 'Sync' }).click();
  return settings.getByRole('tabpanel');
}

export async function setUpSync(page: Page, host: Host, folder: string): Promise<{ sync: Locator; phrase: string }> {
  const sync = await openSync(page);
  await sync.getByRole('button', { name: 'Set up…' }).click();
  await sync.getByLabel('Folder', { exact: true }).last().fill(folder);
  await sync.getByLabel('Name of this machine').fill('laptop of ada');
  await sync.getByRole('button', { name: 'Check the store' }).click();
  await expect(sync.getByText('The store works.')).toBeVisible();
  await sync.getByRole('button', { name: 'Start syncing' }).click();
  await confirmWithCode(page, host);
  const dialog = page.getByRole('dialog', { name: 'Recovery phrase' });
  await expect(dialog.getByRole('listitem')).toHaveCount(24);
  const items = await dialog.getByRole('listitem').allTextContents();
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel('I have written it down').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(sync.getByRole('status').filter({ hasText: /^Synced$/ })).toBeVisible();
  return { sync, phrase: items.map((word) => word.replace(/^\d+/u, '').trim()).join(' ') };
}

export async function beginJoining(page: Page, folder: string): Promise<Locator> {
  const sync = await openSync(page);
  await sync.getByRole('button', { name: 'Join your machines…' }).click();
  await sync.getByLabel('Folder', { exact: true }).last().fill(folder);
  await sync.getByLabel('Name of this machine').fill('tower of ada');
  return sync;
}

/** Joins with the phrase, in the form that `beginJoining` opened. */
export async function joinWithPhrase(page: Page, host: Host, form: Locator, phrase: string): Promise<void> {
  await form.getByRole('radio', { name: 'Recovery phrase' }).check();
  await form.getByLabel('Recovery phrase', { exact: true }).last().fill(phrase);
  await form.getByRole('button', { name: 'Join', exact: true }).click();
  await confirmWithCode(page, host);
  await expect(form.getByText('laptop of ada')).toBeVisible();
}
