// The desktop app's own main and preload with an Electron stand-in: starting, working, closing and restarting.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { cite } from '../test/support/cite.ts';
import { isRunning } from '../test/support/isRunning.ts';
import { livePaths } from '../test/support/liveFiles.ts';
import { fullRunOnly } from '../test/support/volume.ts';
import { test } from './support/electronStandIn/desktop.ts';
import { projectFolder } from './support/host.ts';
import { soon } from './support/soon.ts';
import { startedPids } from './support/startedPids.ts';
import { composer, photograph, send, toolCalls, unfold, waitForIdle } from './support/window.ts';

test(
  cite(
    ['SHIP-5', 'START-1', 'RESUME-1'],
    'first start, a tool with its approval, a restart, and continuing the conversation',
  ),
  async ({ desktop }) => {
    const first = await desktop({ args: ['--project', projectFolder()] });
    const page = await first.page();
    await page.locator('[data-control="approvals"]').click();
    await expect(page.getByRole('menu')).toBeFocused();
    await page.keyboard.press('1');
    await expect(page.locator('[data-control="approvals"]')).toHaveAttribute('data-mode', 'ask');
    await send(page, 'list the files');
    await page.getByRole('button', { name: 'Allow once', disabled: false }).click();
    await waitForIdle(page);
    const box = page.locator('[data-tool="list_files"][data-state="ok"]');
    await unfold(page);
    await expect(box).toBeAttached();
    await photograph(page, 'desktop-stand-in');
    // A reloaded page is a new connection with the same state.
    await page.reload();
    await expect(box).toBeAttached();
    await first.ask('moved', { window: 1, bounds: { x: 40, y: 30, width: 900, height: 700 }, maximized: false });
    await first.closeWindow();
    expect(await first.ended).toBe(0);
    expect(JSON.parse(readFileSync(join(first.dataDir, 'window.json'), 'utf8'))).toMatchObject({ x: 40, width: 900 });

    const again = await desktop({ dataDir: first.dataDir });
    const back = await again.page();
    expect(back.viewportSize()).toEqual({ width: 900, height: 700 });
    await expect(back.locator('[data-tool="list_files"][data-state="ok"]')).toBeAttached();
    await send(back, 'hello again');
    await waitForIdle(back);
    await unfold(back);
    await expect(toolCalls(back)).toHaveCount(1);
    again.signal('SIGTERM');
    expect(await again.ended).toBe(0);
    expect([first.said(), again.said()]).toEqual(['', '']);
  },
);

test(
  cite(['SHIP-5', 'START-6'], 'a page whose process dies comes back with its conversation and draft'),
  fullRunOnly,
  async ({ desktop }) => {
    const app = await desktop({ args: ['--project', projectFolder()] });
    const page = await app.page();
    await send(page, 'hello');
    await waitForIdle(page);
    await composer(page).fill('a thought for later');
    await composer(page).blur();
    await expect.poll(() => livePaths(app.dataDir).some((file) => file.endsWith('pending.json')), soon).toBe(true);
    const session = await page.context().newCDPSession(page);
    void session.send('Page.crash').catch(() => {});
    await expect.poll(() => app.pages.last()?.page === page, soon).toBe(false);
    const back = await app.page();
    await expect(back.locator('[data-role="user"]')).toHaveText(/hello/);
    await expect(composer(back)).toHaveValue('a thought for later');
    await send(back, 'hello again');
    await waitForIdle(back);
  },
);

test(
  cite(['SHIP-5', 'START-1'], 'a second start on the same data exits, and the existing window comes to the front'),
  fullRunOnly,
  async ({ desktop }) => {
    const first = await desktop();
    await first.page();
    await first.ask('minimized', { window: 1 });
    const second = await desktop({ dataDir: first.dataDir });
    expect(await second.ended).toBe(0);
    expect(second.said()).toBe('Throughline is already open. Its window was brought to the front.\n');
    await expect.poll(() => first.system.map(({ what }) => what), soon).toEqual(['restore', 'front']);
    // Another data folder is another instance.
    const other = await desktop();
    await other.page();
    // A killed instance leaves a lock that blocks nobody.
    first.signal('SIGKILL');
    expect(await first.ended).toBe('SIGKILL');
    await (await desktop({ dataDir: first.dataDir })).page();
  },
);

test(
  cite(['SHIP-5', 'TOOL-4'], 'quitting while a command runs ends the command and the app'),
  fullRunOnly,
  async ({ desktop }) => {
    const app = await desktop({ args: ['--project', projectFolder()] });
    const page = await app.page();
    await send(page, 'run sleep 600');
    await page.getByRole('button', { name: 'Allow once', disabled: false }).click();
    await expect(page.locator('[data-tool="run_command"][data-state="running"]')).toBeVisible();
    // The call is visible before its process has started and been journaled.
    await expect.poll(() => startedPids(app.dataDir).length, soon).toBeGreaterThan(1);
    const pids = startedPids(app.dataDir);
    expect(pids.filter(isRunning)).toEqual(pids);
    await app.ask('quit', null).catch(() => {});
    expect(await app.ended).toBe(0);
    expect(pids.filter(isRunning)).toEqual([]);

    const back = await (await desktop({ dataDir: app.dataDir })).page();
    await expect(back.locator('[data-tool="run_command"]')).toBeAttached();
    await send(back, 'hello');
    await waitForIdle(back);
  },
);
