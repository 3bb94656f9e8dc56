// The app in a real Electron with encrypted data: what it leaves in its profile.

import path from 'node:path';
import { expect } from '@playwright/test';
import { cite } from '../../test/support/cite.ts';
import { filesWith, liveSize } from '../../test/support/liveFiles.ts';
import { encrypt } from '../support/encrypt.ts';
import { test } from '../support/realElectron/realElectron.ts';
import { soon } from '../support/soon.ts';
import { composer } from '../support/window.ts';

test(cite('SEC-9', 'what was typed before and after encrypting is not in the profile'), async ({ electron }) => {
  const first = await electron.start();
  const { dataDir } = first;
  const profile = path.join(dataDir, 'desktop');
  const page = await first.page();
  await composer(page).fill('Zebrafish are striped');
  await first.app.evaluate(({ session }) => session.defaultSession.flushStorageData());
  const inStorage = () => filesWith(path.join(profile, 'Local Storage'), ['striped']);
  await expect.poll(inStorage, soon).not.toEqual([]);
  const code = await encrypt(page);
  await expect.poll(inStorage, soon).toEqual([]);
  await expect(composer(page)).toHaveText('Zebrafish are striped');

  const longText = `Clownfish are orange${', mostly'.repeat(300)}`;
  await composer(page).fill(longText);
  await expect.poll(() => liveSize(path.join(dataDir, 'unsent.json')), soon).toBeGreaterThan(longText.length);
  await page.reload();
  await expect(composer(page)).toHaveText(longText);
  await first.app.close();
  expect(filesWith(dataDir, ['orange'])).toEqual([]);

  // The test's system has no keychain.
  const second = await electron.start({ dataDir });
  const locked = await second.app.firstWindow();
  await locked.getByRole('textbox', { name: 'Recovery code' }).fill(code);
  await locked.keyboard.press('Enter');
  await expect(composer(locked)).toHaveText(longText);
  expect(filesWith(dataDir, ['striped', 'orange'])).toEqual([]);
});
