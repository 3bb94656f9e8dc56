// Two folders of the same repository: offered as one project, shown as one, and split again.

import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { gitIn } from '../../../test/support/gitProject.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { composer, openApp, send, waitForIdle } from '../../support/window.ts';

let host: Host;
let model: FakeModelServer;
let folder: string;
let clone: string;

test.beforeEach(async ({ page }) => {
  model = await startFakeModelServer();
  folder = projectFolder();
  clone = path.join(path.dirname(folder), 'clone');
  const git = gitIn(folder);
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '-m', 'first');
  git('remote', 'add', 'origin', 'https://example.org/ada/engine.git');
  execFileSync('git', ['clone', '--quiet', `file://${folder}`, clone]);
  gitIn(clone)('remote', 'set-url', 'origin', 'git@example.org:ada/engine.git');
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
  host = await startHost({ args: ['--project', folder], env });
  await openApp(page, host);
});

test.afterEach(async () => {
  await host?.stop();
  await model.close();
});

async function ask(page: Page, text: string): Promise<void> {
  model.push({ text: `About ${text}.` });
  await send(page, text);
  await expect(page.getByText(`About ${text}.`)).toBeVisible();
  await waitForIdle(page);
}

test(
  cite('SYNC-5', 'the window offers once to show two folders of a repository as one, and splits them'),
  async ({ page }) => {
    const sections = page.getByRole('navigation', { name: 'Conversations' }).getByRole('heading', { level: 2 });
    await ask(page, 'the first folder');
    await page.keyboard.press('Control+o');
    await page.getByRole('dialog', { name: 'Open folder' }).getByRole('combobox').fill(clone);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Folder: clone' })).toBeVisible();
    await ask(page, 'the second folder');
    await expect(sections).toHaveText([/^clone/, /^project/]);

    const offer = page.getByRole('region', { name: 'Same repository' });
    await expect(offer).toContainText('“project” is the same repository as “clone”. Show them as one project?');
    await expect(offer).toContainText(folder);
    await offer.getByRole('button', { name: 'Show as one' }).click();
    await expect(offer).toHaveCount(0);
    await expect(composer(page)).toBeFocused();
    await expect(sections).toHaveText([/^clone/]);

    await page.getByRole('button', { name: 'Folder: clone' }).click();
    await page.getByRole('menuitem', { name: /Show “project” separately/ }).click();
    await expect(sections).toHaveText([/^clone/, /^project/]);
    await expect(offer).toHaveCount(0);
    await page.getByRole('button', { name: 'Folder: clone' }).click();
    await expect(page.getByRole('menuitem', { name: /Show as one with “project”/ })).toBeVisible();
  },
);
