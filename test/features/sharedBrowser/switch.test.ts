import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findPrograms } from '../../../electron/features/sharedBrowser/findPrograms.ts';
import { fail } from '../../../shared/core/errors.ts';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { tempFolder } from '../../support/tempFolder.ts';

function fakeProgram(folder = tempFolder(), name = 'chromium'): string {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, name);
  writeFileSync(file, '#!/bin/sh\nexit 1\n');
  chmodSync(file, 0o755);
  return file;
}

const offered = (request: { body: { tools?: { function: { name: string } }[] } } | undefined): string[] =>
  (request?.body.tools ?? []).map((tool) => tool.function.name);

test(
  cite('BROWSER-1', 'off by default: not offered; turning it on is confirmed with its program, and starts nothing'),
  async () => {
    const program = fakeProgram();
    const confirmed: string[] = [];
    const app = await startTestApp({
      confirm: {
        require({ sentence }) {
          confirmed.push(sentence);
          return { ok: true, value: undefined };
        },
        answer: async () => ({ ok: true, value: undefined }),
      },
    });
    const id = await app.start();
    app.model.push({ text: 'Hello.' }, { text: 'Hello again.' });
    await app.turn(id, 'hello');
    expect(offered(app.model.requests[0]).filter((name) => name.startsWith('browser_'))).toEqual([]);
    await app.call('sharedBrowser.set', { on: true, program, headless: true });
    expect(confirmed).toEqual([expect.stringContaining(program)]);
    await app.turn(id, 'and now?');
    expect(offered(app.model.requests[1]).slice(-3)).toEqual(['browser_open', 'browser_read', 'browser_act']);
    expect(existsSync(path.join(app.dataDir, 'browser'))).toBe(false);
    // Another program is confirmed, and the window alone is not.
    await app.call('sharedBrowser.set', { on: true, program, headless: false });
    await app.call('sharedBrowser.set', { on: true, program: fakeProgram(), headless: false });
    expect(confirmed).toHaveLength(2);
  },
);

test.skipIf(process.platform === 'win32')(
  cite('BROWSER-10', 'the program that was chosen automatically is the confirmed one, also when another is installed'),
  async () => {
    const folder = tempFolder();
    const confirmed: string[] = [];
    const app = await startTestApp({
      env: { PATH: `${folder}:${process.env.PATH ?? ''}` },
      confirm: {
        require({ sentence }) {
          confirmed.push(sentence);
          return { ok: true, value: undefined };
        },
        answer: async () => ({ ok: true, value: undefined }),
      },
    });
    const chosen = fakeProgram(folder, 'google-chrome');
    const saved = await app.call('sharedBrowser.set', { on: true, program: '', headless: true });
    expect(saved).toMatchObject({ on: true, program: chosen });
    expect(confirmed).toEqual([expect.stringContaining(chosen)]);
    rmSync(chosen);
    const later = fakeProgram(folder, 'google-chrome-stable');
    const id = await app.start();
    const open = { calls: [{ name: 'browser_open', arguments: '{"url":"http://localhost:1/"}' }] };
    await app.call('permission.add', {
      ...{ effect: 'allow', match: { tool: 'browser_open', origin: 'http://localhost:1' } },
      scope: { type: 'always' },
    });
    app.model.push(open, { text: 'Done.' });
    await app.turn(id, 'Open it.');
    const result = app.rows(id).findLast(({ role }) => role === 'tool');
    expect(result).toMatchObject({ outcome: 'error', content: expect.stringContaining(chosen) });
    expect(JSON.stringify(result)).not.toContain(later);
  },
);

test(cite('BROWSER-1', 'nothing else turns it on: not the settings, and not without a confirmation'), async () => {
  const app = await startTestApp({
    confirm: {
      require: () => fail('CONFIRMATION_REFUSED', 'no'),
      answer: async () => fail('CONFIRMATION_REFUSED', 'no'),
    },
  });
  const program = fakeProgram();
  const patch = { sharedBrowser: { on: true, program, headless: true } };
  expect(await app.client.call('settings.update', { patch })).toMatchObject({ ok: false });
  const refused = await app.client.call('sharedBrowser.set', { on: true, program, headless: true });
  expect(refused).toMatchObject({ ok: false, error: { code: 'CONFIRMATION_REFUSED' } });
  const missing = await app.client.call('sharedBrowser.set', { on: true, program: '/nowhere/chrome', headless: true });
  expect(missing).toMatchObject({ ok: false, error: { code: 'NOT_SUPPORTED' } });
});

test.skipIf(process.platform !== 'linux')(
  cite('BROWSER-1', 'installed browsers are found on the path, never by a relative name (Linux)'),
  async () => {
    const folder = tempFolder();
    const chrome = fakeProgram(folder, 'google-chrome');
    const programs = await findPrograms({ PATH: `.:${folder}` });
    expect(programs[0]).toEqual({ name: 'Chrome', path: chrome });
    expect(programs.every(({ path: file }) => path.isAbsolute(file))).toBe(true);
  },
);
