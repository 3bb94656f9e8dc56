// Runs before the tests in a real Electron: fetches and builds what they need, or finds out why this machine cannot.

import { test } from '@playwright/test';
import { prepare } from '../support/realElectron/place.ts';

test('a real Electron and the app for it are prepared', async () => {
  test.setTimeout(300_000);
  const prepared = await prepare();
  if ('reason' in prepared) test.skip(true, prepared.reason);
});
