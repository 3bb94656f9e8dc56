import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { launchBrowser } from '../../../electron/features/sharedBrowser/launch.ts';
import { startBrowserChat } from '../../support/browserChat.ts';
import { cite } from '../../support/cite.ts';
import { isRunning } from '../../support/isRunning.ts';
import { browserProgram, findTestBrowser, isHeadlessBuild, startSite } from '../../support/sharedBrowser.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const browser = await findTestBrowser();
const program = (): string => (browser === null ? '' : browserProgram(browser));
/** Only a full browser locks its profile. */
const isFull = browser !== null && !isHeadlessBuild(browser) && process.platform === 'linux';

describe.skipIf(browser === null)('the life of the shared browser (skipped without a Chromium)', () => {
  test.skipIf(!isFull)(
    cite('BROWSER-1', 'it ends when the app is killed, and its profile is used once at a time (Linux, full Chromium)'),
    async () => {
      const profile = path.join(tempFolder(), 'browser');
      const file = program();
      const child = spawn(process.execPath, [path.resolve('test/support/browserChild.ts'), file, profile], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      const [line] = await once(child.stdout, 'data');
      expect(String(line)).toBe('started\n');
      const pid = Number(readlinkSync(path.join(profile, 'SingletonLock')).split('-').at(-1));
      expect(isRunning(pid)).toBe(true);
      const second = await launchBrowser({
        program: file,
        profile,
        headless: true,
        env: { PATH: process.env.PATH ?? '' },
        proxy: 'socks5://127.0.0.1:9',
      });
      expect(second).toMatchObject({ ok: false, error: { message: expect.stringContaining('already open') } });
      child.kill('SIGKILL');
      await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false);
    },
  );

  test(cite('BROWSER-6', 'stopping the run ends a call whose page is loading, and the next call works'), async () => {
    let arrived = (): void => {};
    const loading = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const site = await startSite({ '/slow': () => arrived(), '/': '<p>quick</p>' });
    const chat = await startBrowserChat(program());
    await chat.allow(site.origin);
    const { app, id } = chat;
    app.model.push({
      calls: [{ id: 's', name: 'browser_open', arguments: JSON.stringify({ url: `${site.origin}/slow` }) }],
    });
    const ended = app.event('run.ended');
    await app.call('run.send', { conversationId: id, text: 'go' });
    await loading;
    await app.call('run.stop', { conversationId: id });
    await ended;
    expect(app.rows(id).findLast(({ role }) => role === 'tool')).toMatchObject({ outcome: 'cancelled' });
    expect((await chat.use('browser_open', { url: site.origin })).content).toContain('quick');
  });

  test(cite('BROWSER-6', 'a browser that was closed is reported, and opens again'), async () => {
    const site = await startSite({ '/': '<p>content</p>' });
    const chat = await startBrowserChat(program());
    await chat.allow(site.origin);
    await chat.use('browser_open', { url: site.origin });
    await chat.app.call('sharedBrowser.close', {});
    expect(await chat.use('browser_read', {})).toMatchObject({ outcome: 'error' });
    expect((await chat.use('browser_open', { url: site.origin })).content).toContain('content');
  });
});
