// Sync in the settings: set up on a folder, a second machine joins with the code typed from the first, and conversations arrive.

import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { liveFiles } from '../../../test/support/liveFiles.ts';
import { writeLongConversation } from '../../../test/support/longConversation.ts';
import { shownCode } from '../../support/encrypt.ts';
import { freshFolder } from '../../support/folders.ts';
import { type Host, projectFolder } from '../../support/host.ts';
import { beginJoining, openMachine, setUpSync } from '../../support/syncing.ts';
import { confirmWithCode, send, waitForIdle } from '../../support/window.ts';

let hosts: Host[] = [];
let folder: string;

test.beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'throughline-sync-'));
});

test.afterEach(async () => {
  await Promise.all(hosts.map((host) => host.stop()));
  hosts = [];
  rmSync(folder, { recursive: true, force: true });
});

async function open(page: Page, dataDir = freshFolder('synced')): Promise<Host> {
  const host = await openMachine(page, { dataDir, args: ['--project', projectFolder()] });
  hosts.push(host);
  return host;
}

test(
  cite(['SYNC-1', 'SYNC-2'], 'a second window joins with the code of the first, gets its conversation, and leaves'),
  async ({ page, context }) => {
    const first = await open(page);
    await send(page, 'The plan of the tunnel');
    await waitForIdle(page);
    const { sync, phrase } = await setUpSync(page, first, folder);
    await sync.getByRole('button', { name: 'Add a machine…' }).click();
    await confirmWithCode(page, first);
    const dialog = page.getByRole('dialog', { name: 'Add a machine' });
    const code = await shownCode(dialog, 'Code');
    expect(code).toMatch(/^(?:\w{4}-){3}\w{5}$/u);

    const other = await context.newPage();
    const second = await open(other);
    const there = await beginJoining(other, folder);
    await there.getByLabel('Code', { exact: true }).last().fill(code.toLowerCase().replaceAll('-', ' '));
    await there.getByRole('button', { name: 'Join', exact: true }).click();
    await confirmWithCode(other, second);
    await expect(dialog.getByText('tower of ada was added.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(there.getByText('laptop of ada')).toBeVisible();
    await expect(sync.getByText('tower of ada')).toBeVisible();
    await expect(other.getByText('The plan of the tunnel').first()).toBeAttached();

    const stored = liveFiles(folder).map(({ path: name, bytes }) => `${name} ${bytes.toString('latin1')}`);
    for (const text of ['tunnel', 'of ada', phrase]) expect(stored.filter((each) => each.includes(text))).toEqual([]);

    await there.getByRole('button', { name: 'Leave…' }).click();
    await other.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await expect(there.getByRole('button', { name: 'Set up…' })).toBeVisible();
    await expect(other.getByText('The plan of the tunnel').first()).toBeAttached();
    await sync.getByRole('button', { name: 'Sync now' }).click();
    await expect(sync.getByText('tower of ada')).toHaveCount(0);
    // The empty folder of the code may still be next to the space.
    expect(liveFiles(path.join(folder, 'throughline')).length).toBeGreaterThan(0);
  },
);

test(cite('SYNC-2', 'a wrong code, a missing folder and a missing confirmation are explained'), async ({ page }) => {
  const host = await open(page);
  const sync = await beginJoining(page, folder);
  await sync.getByLabel('Code', { exact: true }).last().fill('1234-5678');
  await sync.getByRole('button', { name: 'Join', exact: true }).click();
  await confirmWithCode(page, host);
  await expect(sync.getByRole('alert')).toContainText('The code has a typing error.');
  await sync.getByLabel('Folder', { exact: true }).last().fill('Dropbox');
  await sync.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(sync.getByRole('alert')).toContainText('Enter the full path of a folder.');
  await sync.getByRole('button', { name: 'Cancel' }).click();

  await sync.getByRole('button', { name: 'Set up…' }).click();
  await sync.getByLabel('Folder', { exact: true }).last().fill(path.join(folder, 'unplugged'));
  await sync.getByRole('button', { name: 'Check the store' }).click();
  await expect(sync.getByRole('alert')).toContainText('does not exist');
  await sync.getByLabel('Folder', { exact: true }).last().fill(folder);
  await sync.getByRole('button', { name: 'Check the store' }).click();
  await sync.getByRole('button', { name: 'Start syncing' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(sync.getByRole('alert')).toContainText('Nothing was changed');
  expect(host.files().filter((name) => name.includes(`${path.sep}sync${path.sep}`))).toEqual([]);
});

test(
  cite('SYNC-6', 'sync is paused and resumed, and a folder that is gone is named in the window'),
  async ({ page }) => {
    const host = await open(page);
    const { sync } = await setUpSync(page, host, folder);
    await sync.getByRole('button', { name: 'Pause' }).click();
    await expect(sync.getByRole('status').filter({ hasText: 'Paused' })).toBeVisible();
    rmSync(folder, { recursive: true, force: true });
    await sync.getByRole('button', { name: 'Resume' }).click();
    await expect(sync.getByRole('status').filter({ hasText: 'Not synced' })).toBeVisible();
    await expect(sync.getByRole('alert').filter({ hasText: 'does not exist' })).toBeVisible();
  },
);

test(
  cite('SYNC-6', 'a second machine lists all conversations before they arrive, and fetches the one that is opened'),
  async ({ page, context }) => {
    const dataDir = freshFolder('many');
    for (let index = 0; index < 100; index++) {
      const conversationId = `c${String(index).padStart(25, '0')}`;
      writeLongConversation(dataDir, { messages: 2, conversationId, textOf: () => `Question ${index} of many` });
    }
    const first = await open(page, dataDir);
    const { sync } = await setUpSync(page, first, folder);
    // The app that syncs the folder has brought the logs, and not the messages.
    const space = readdirSync(path.join(folder, 'throughline')).find((name) => /^[0-9a-f]{32}$/u.test(name)) ?? '';
    const [device = ''] = readdirSync(path.join(folder, 'throughline', space));
    const messages = path.join(folder, 'throughline', space, device, 'c');
    renameSync(messages, path.join(folder, 'later'));

    await sync.getByRole('button', { name: 'Add a machine…' }).click();
    await confirmWithCode(page, first);
    const code = await shownCode(page.getByRole('dialog', { name: 'Add a machine' }), 'Code');
    const other = await context.newPage();
    const second = await open(other);
    const there = await beginJoining(other, folder);
    await there.getByLabel('Code', { exact: true }).last().fill(code);
    await there.getByRole('button', { name: 'Join', exact: true }).click();
    await confirmWithCode(other, second);
    await expect(there.getByText('laptop of ada')).toBeVisible();
    await other.keyboard.press('Escape');

    const row = other.locator('[data-conversation]').first();
    await expect(row).toContainText('of many');
    await expect(row).toContainText('on its way here');
    const listed = JSON.parse((await second.throughline(['list', '--all', '--json'])).stdout) as { coming?: boolean }[];
    expect(listed.filter(({ coming }) => coming)).toHaveLength(100);

    await row.click();
    await expect(other.getByRole('alert')).toContainText('This conversation is not on this machine yet');
    renameSync(path.join(folder, 'later'), messages);
    await other.getByRole('button', { name: 'Try again' }).click();
    await expect(
      other
        .getByRole('log')
        .getByText(/^Question \d+ of many$/u)
        .first(),
    ).toBeVisible();
    await expect(other.locator('[aria-current=page]')).not.toContainText('on its way here');
  },
);
