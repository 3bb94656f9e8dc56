// The app in a real Electron: starting, working, closing and restarting.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { cite } from '../../test/support/cite.ts';
import { isRunning } from '../../test/support/isRunning.ts';
import { livePaths } from '../../test/support/liveFiles.ts';
import { test } from '../support/realElectron/realElectron.ts';
import { soon } from '../support/soon.ts';
import { startedPids } from '../support/startedPids.ts';
import { composer, send, toolCalls, unfold, waitForIdle } from '../support/window.ts';

test(
  cite(['SHIP-5', 'START-1', 'RESUME-1'], 'first start, a tool with its approval, a reload, a restart, and continuing'),
  async ({ electron }) => {
    const project = electron.folder('project', { 'README.md': '# Garden\n' });
    const first = await electron.start({ args: ['--project', project] });
    const page = await first.page();
    expect(page.url()).toBe('throughline://app/');
    await askFirst(page);
    await send(page, 'list the files');
    await page.getByRole('button', { name: 'Allow once', disabled: false }).click();
    await waitForIdle(page);
    const box = page.locator('[data-tool="list_files"][data-state="ok"]');
    await unfold(page);
    await expect(box).toBeAttached();
    await page.screenshot({ path: 'out/pictures/desktop-real.png' });
    await page.reload();
    await expect(box).toBeAttached();
    await first.app.evaluate(({ app }) => app.quit()).catch(() => {});
    expect(await first.ended).toBe(0);

    const again = await electron.start({ dataDir: first.dataDir });
    const back = await again.page();
    await expect(back.locator('[data-tool="list_files"][data-state="ok"]')).toBeAttached();
    await send(back, 'hello again');
    await waitForIdle(back);
    await unfold(back);
    await expect(toolCalls(back)).toHaveCount(1);
    again.kill('SIGTERM');
    expect(await again.ended).toBe(0);
    expect([first.said(), again.said()]).toEqual(['', '']);
  },
);

test(
  cite(['SHIP-5', 'START-6'], 'a page whose process dies comes back with its conversation and draft'),
  async ({ electron }) => {
    const { app, page: shown, dataDir } = await electron.start({ args: ['--project', electron.folder('project')] });
    const page = await shown();
    await send(page, 'hello');
    await waitForIdle(page);
    await composer(page).fill('a thought for later');
    await composer(page).blur();
    await expect.poll(() => livePaths(dataDir).some((file) => file.endsWith('pending.json')), soon).toBe(true);
    const contents = await app.browserWindow(page);
    // The test's connection to a page ends with the page's process.
    await contents.evaluate(
      (window) =>
        new Promise<void>((resolve) => {
          window.webContents.once('did-finish-load', () => resolve());
          window.webContents.forcefullyCrashRenderer();
        }),
    );
    const shownText = `document.querySelector('[data-role="user"]')?.textContent + document.querySelector('textarea')?.value`;
    const text = () => contents.evaluate((window, code) => window.webContents.executeJavaScript(code), shownText);
    await expect.poll(text, soon).toMatch(/hello.*a thought for later/s);
  },
);

test(
  cite(['SHIP-5', 'START-1'], 'a second start on the same data exits, and the existing window comes to the front'),
  async ({ electron }) => {
    const first = await electron.start();
    const window = await first.app.browserWindow(await first.page());
    await window.evaluate((one) => one.hide());
    expect(await window.evaluate((one) => one.isVisible())).toBe(false);
    const second = await electron.startAside({ dataDir: first.dataDir });
    expect(second.code).toBe(0);
    await expect.poll(second.said, soon).toBe('Throughline is already open. Its window was brought to the front.');
    await expect.poll(() => window.evaluate((one) => one.isVisible()), soon).toBe(true);
    // A killed instance leaves a lock that blocks nobody.
    first.kill('SIGKILL');
    expect(await first.ended).toBe('SIGKILL');
    await (await electron.start({ dataDir: first.dataDir })).page();
  },
);

test(cite(['SHIP-5', 'TOOL-4'], 'quitting while a command runs ends the command and the app'), async ({ electron }) => {
  const app = await electron.start({ args: ['--project', electron.folder('project')] });
  const page = await app.page();
  await askFirst(page);
  await send(page, 'run sleep 600');
  await page.getByRole('button', { name: 'Allow once', disabled: false }).click();
  await expect(page.locator('[data-tool="run_command"][data-state="running"]')).toBeVisible();
  await expect.poll(() => startedPids(app.dataDir).length, soon).toBeGreaterThan(1);
  const pids = startedPids(app.dataDir);
  expect(pids.filter(isRunning)).toEqual(pids);
  await page.close({ runBeforeUnload: true });
  expect(await app.ended).toBe(0);
  expect(pids.filter(isRunning)).toEqual([]);
  const back = await (await electron.start({ dataDir: app.dataDir })).page();
  await expect(back.locator('[data-tool="run_command"]')).toBeAttached();
});

test(
  cite(
    ['SHIP-5', 'START-1'],
    'a start that fails, and an error that nobody handles, are explained in a box and end the app',
  ),
  async ({ electron }) => {
    const notWritable = electron.folder('data');
    mkdirSync(path.join(notWritable, 'desktop'), { mode: 0o500 });
    const reason = 'you do not have permission to write there';
    const { said } = await electron.startAside({ dataDir: notWritable, untilSaid: reason });
    expect(said()).toContain(reason);

    const started = await electron.start();
    await started.page();
    await started.app.evaluate(({ dialog }) => {
      dialog.showErrorBox = (title, text) => process.stderr.write(`box: ${title}: ${text}\n`);
      setImmediate(() => {
        throw new Error('thrown by the test');
      });
    });
    expect(await started.ended).toBe(1);
    await expect
      .poll(() => started.said(), soon)
      .toMatch(/^box: Throughline had to close: .*thrown by the test\. Everything stored is kept\.$/m);
  },
);

test(cite('SHIP-5', 'a terminal that is gone closes nothing'), async ({ electron }) => {
  const started = await electron.start({ args: ['--project', electron.folder('project')] });
  const page = await started.page();
  await started.app.evaluate(() => {
    for (const stream of [process.stdout, process.stderr]) stream.emit('error', new Error('EPIPE'));
  });
  await send(page, 'hello');
  await waitForIdle(page);
  await expect(page.locator('[data-role="assistant"]').first()).toBeVisible();
});

/** In a folder that the user named, reads run without asking. */
async function askFirst(page: Page): Promise<void> {
  await page.locator('[data-control="approvals"]').click();
  await expect(page.getByRole('menu')).toBeFocused();
  await page.keyboard.press('1');
  await expect(page.locator('[data-control="approvals"]')).toHaveAttribute('data-mode', 'ask');
}
