// The real window, where Electron's runtime is installed: the same app over its own protocol and bridge.

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, expect, test } from '@playwright/test';
import { installedRuntime } from '../scripts/desktopRuntime.mjs';
import { cite } from '../test/support/cite.ts';
import { freshFolder } from './support/folders.ts';
import { projectFolder } from './support/host.ts';
import { composer, send, unfold, waitForIdle } from './support/window.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

test(
  cite(['SEC-1', 'SEC-3', 'START-1'], 'the desktop window chats with the demo, without any privileges of its own'),
  async () => {
    const app = await _electron.launch({
      executablePath: installedRuntime(root) ?? '',
      args: [root, '--', '--data', freshFolder('data'), '--project', projectFolder()],
    });
    try {
      const page = await app.firstWindow();
      expect(page.url()).toMatch(/^throughline:\/\/app\//);
      expect(
        await page.evaluate(() => [
          typeof Reflect.get(globalThis, 'require'),
          typeof Reflect.get(globalThis, 'process'),
        ]),
      ).toEqual(['undefined', 'undefined']);
      await expect(composer(page)).toBeVisible();
      await send(page, 'list the files');
      await waitForIdle(page);
      await unfold(page);
      await expect(page.locator('[data-tool="list_files"][data-state="ok"]')).toBeAttached();
      await page.screenshot({ path: path.join(root, 'out', 'pictures', 'desktop.png') });
    } finally {
      await app.close();
    }
  },
);
