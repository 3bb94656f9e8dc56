// Hosts of a team's members over one folder.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import {
  type FakeModelServer,
  type FakeModelServerOptions,
  startFakeModelServer,
} from '../../test/support/fakeModelServer.ts';
import { shownCode } from './encrypt.ts';
import { type Host, projectFolder, startHost } from './host.ts';
import { confirmWithCode, openApp } from './window.ts';

const keychain = pathToFileURL(fileURLToPath(new URL('./keychainStandIn.ts', import.meta.url))).href;

export interface TeamHosts {
  folder: string;
  open(page: Page): Promise<Host>;
  stop(): Promise<void>;
}

export async function startTeamHosts(
  replies: Required<FakeModelServerOptions>['replies'],
): Promise<TeamHosts & { model: FakeModelServer }> {
  const hosts: Host[] = [];
  const model = await startFakeModelServer({ replies });
  const folder = mkdtempSync(path.join(tmpdir(), 'throughline-team-'));
  return {
    folder,
    model,
    async open(page) {
      const env = {
        ...{ OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' },
        NODE_OPTIONS: `--import ${keychain}`,
      };
      const host = await startHost({ args: ['--project', projectFolder()], env, settings: { approvalMode: 'reads' } });
      hosts.push(host);
      await openApp(page, host);
      return host;
    },
    async stop() {
      await Promise.all(hosts.map((host) => host.stop()));
      await model.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function openSharing(page: Page): Promise<Locator> {
  await page.keyboard.press('ControlOrMeta+,');
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('tab', { name: 'Sharing' }).click();
  return settings.getByRole('tabpanel');
}

async function fillForm(sharing: Locator, folder: string, name: string): Promise<void> {
  await sharing.getByLabel('Name of the team').fill('Tunnel');
  await sharing.getByLabel('Your name').fill(name);
  await sharing.getByLabel('Folder', { exact: true }).last().fill(folder);
}

/** Ada sets it up on the page, and Ben joins in another one; both see the sharing page. */
export async function setUpTeam({ folder, open }: TeamHosts, page: Page, context: BrowserContext, first: Host) {
  const sharing = await openSharing(page);
  await sharing.getByRole('button', { name: 'Set up a team…' }).click();
  await fillForm(sharing, folder, 'Ada');
  await sharing.getByRole('button', { name: 'Set up the team' }).click();
  await confirmWithCode(page, first);
  await sharing.getByRole('button', { name: 'Add a member…' }).click();
  await confirmWithCode(page, first);
  const adding = page.getByRole('dialog', { name: 'Add a member' });
  const code = await shownCode(adding, 'Code');

  const other = await context.newPage();
  const second = await open(other);
  const there = await openSharing(other);
  await there.getByRole('button', { name: 'Join a team…' }).click();
  await fillForm(there, folder, 'Ben');
  await there.getByLabel('Code', { exact: true }).last().fill(code);
  await there.getByRole('button', { name: 'Join', exact: true }).click();
  await confirmWithCode(other, second);
  await expect(adding.getByText('Ben was added.')).toBeVisible();
  await adding.getByRole('button', { name: 'Done' }).click();
  await expect(sharing.getByText('Ben')).toBeVisible();
  return { sharing, there, other, second };
}
