// Plugins from the internet, in the window: what may be contacted, what the user confirms, and what an end in the middle leaves.

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { publicGuards } from '../../../electron/features/plugins/source/download.ts';
import { fail, ok } from '../../../shared/core/errors.ts';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { fileWith, skillText, zipOf } from './packages.ts';

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Allows this machine, and plain http, to reach the test's server. */
const localGuards = { ...publicGuards, whyNotAddress: () => null, whyNotName: () => null, protocols: ['http:'] };

const fields = { ref: '', path: '' };

test(
  cite('PLUG-1', 'a SKILL.md and a ZIP archive are installed from an address once the user has confirmed it outside'),
  async () => {
    let body: Buffer = Buffer.from(skillText('weather'));
    const requests: string[] = [];
    const address = await serve((request, response) => {
      requests.push(request.url ?? '');
      if (request.url === '/moved') response.writeHead(302, { location: '/SKILL.md' }).end();
      else response.end(body);
    });
    const sentences: string[] = [];
    let answer = fail('CONFIRMATION_NEEDED', 'Confirm it.') as
      | ReturnType<typeof fail>
      | ReturnType<typeof ok<undefined>>;
    const app = await startTestApp({
      pluginGuards: localGuards,
      confirm: {
        require: (power) => {
          sentences.push(power.sentence);
          return answer as never;
        },
        answer: async () => fail('CONFIRMATION_NEEDED', 'Confirm it.'),
      },
    });
    const look = () => app.call('plugins.look', { source: `${address}/moved`, ...fields });
    const proposal = await look();
    expect(proposal).toMatchObject({ name: 'weather', text: skillText('weather') });
    expect(await app.client.call('plugins.install', { id: proposal.id })).toMatchObject({ ok: false });
    expect((await app.call('plugins.list', {})).plugins).toEqual([]);
    expect(sentences).toEqual([
      `Install the plugin “weather” from ${address}/moved: 1 file. Content ${proposal.hash.slice(0, 16)}.`,
    ]);
    answer = ok(undefined);
    await app.call('plugins.install', { id: proposal.id });
    expect(app.events.some(({ event }) => event.type === 'customizations.changed')).toBe(true);
    const listed = await app.call('customization.list', { projectId: null });
    expect(listed.entries).toMatchObject([
      { kind: 'skill', name: 'weather', origin: { scope: 'plugin' }, editable: false },
    ]);
    // No look without the user.
    expect(requests).toEqual(['/moved', '/SKILL.md']);
    body = zipOf([{ name: 'SKILL.md', content: skillText('weather', 'Better.') }]);
    const { proposal: update } = await app.call('plugins.lookForUpdate', { id: 'weather' });
    expect(update).toMatchObject({ replaces: { id: 'weather', hash: proposal.hash } });
    expect(await app.call('plugins.file', { id: update?.id ?? '', path: 'skills/weather/SKILL.md' })).toEqual({
      text: skillText('weather', 'Better.'),
    });
    await app.call('plugins.install', { id: update?.id ?? '' });
    await app.call('plugins.back', { id: 'weather' });
    expect((await app.call('plugins.list', {})).plugins).toMatchObject([{ hash: proposal.hash }]);
    const { copy } = await app.call('plugins.remove', { id: 'weather' });
    expect(readdirSync(copy ?? '')).toHaveLength(4);
  },
);

test(cite('PLUG-3', 'addresses that are not public, not https or lead there are refused'), async () => {
  const app = await startTestApp();
  const refuse = async (source: string) => {
    const answer = await app.client.call('plugins.look', { source, ...fields });
    expect(answer, source).toMatchObject({ ok: false });
    return answer.ok ? '' : answer.error.code;
  };
  for (const source of [
    'https://127.0.0.1/a.zip',
    'https://[::1]/a.zip',
    'https://2130706433/a.zip',
    'https://localhost/a.zip',
    'https://169.254.169.254/latest/meta-data',
    'https://user:secret@example.com/a.zip',
    'http://example.com/a.zip',
    'git+https://127.0.0.1/a.git',
    'https://user:secret@example.com/a.git',
    'https://localhost./a.git',
    'https://localhost/a.git',
  ]) {
    expect(await refuse(source), source).toBe('ADDRESS_REFUSED');
  }
  for (const source of ['relative/path', 'ftp://example.com/a.zip', 'git+ext::sh']) await refuse(source);
  expect(existsSync(path.join(app.dataDir, 'plugins'))).toBe(false);

  // A redirect is checked like the first address.
  const address = await serve((_request, response) => response.writeHead(302, { location: 'http://10.0.0.1/a' }).end());
  const redirected = await startTestApp({
    pluginGuards: { ...localGuards, whyNotAddress: (at) => (at === '127.0.0.1' ? null : 'an internal address') },
  });
  const answer = await redirected.client.call('plugins.look', { source: `${address}/a.zip`, ...fields });
  expect(answer).toMatchObject({ ok: false, error: { code: 'ADDRESS_REFUSED' } });
});

test(cite('PLUG-3', 'a download that breaks off, grows without end or fails leaves nothing'), async () => {
  const address = await serve((request, response) => {
    if (request.url === '/missing') response.writeHead(404).end('no');
    else if (request.url === '/around') response.writeHead(302, { location: '/around' }).end();
    else {
      response.writeHead(200, { 'content-length': '1000' });
      response.write(zipOf([{ name: 'SKILL.md', content: skillText('a') }]).subarray(0, 50), () => response.destroy());
    }
  });
  const app = await startTestApp({ pluginGuards: localGuards });
  for (const name of ['missing', 'around', 'broken']) {
    const answer = await app.client.call('plugins.look', { source: `${address}/${name}`, ...fields });
    expect(answer, name).toMatchObject({ ok: false, error: { code: 'PLUGIN_FAILED' } });
  }
  expect(existsSync(path.join(app.dataDir, 'plugins'))).toBe(false);
});

test(
  cite('PLUG-3', 'what an interrupted installation left is not in use, and is removed by the next one'),
  async () => {
    const app = await startTestApp();
    const folder = path.join(app.dataDir, 'plugins');
    // Ended while it was unpacked, and after its files were moved but before it was recorded.
    const file = fileWith(zipOf([{ name: 'SKILL.md', content: skillText('half') }]));
    const proposal = await app.call('plugins.look', { source: file, ...fields });
    const [incoming = ''] = readdirSync(path.join(folder, 'incoming'));
    const ended = incoming.replace(/-\d+\./, '-999999999.');
    renameSync(path.join(folder, 'incoming', incoming), path.join(folder, 'incoming', ended));
    const moved = path.join(folder, 'half', proposal.hash.slice(0, 32));
    mkdirSync(path.join(moved, 'skills/half'), { recursive: true });
    writeFileSync(path.join(moved, 'skills/half/SKILL.md'), skillText('half', 'Half of it.'));
    expect((await app.call('plugins.list', {})).plugins).toEqual([]);
    expect((await app.call('customization.list', { projectId: null })).entries).toEqual([]);
    const again = await app.call('plugins.look', { source: file, ...fields });
    expect(readdirSync(path.join(folder, 'incoming'))).not.toContain(ended);
    await app.call('plugins.install', { id: again.id });
    expect((await app.call('plugins.list', {})).plugins).toMatchObject([{ name: 'half', changedByHand: [] }]);
    expect(readFileSync(path.join(moved, 'skills/half/SKILL.md'), 'utf8')).toBe(skillText('half'));
    // A package that changes after it was shown is refused.
    const other = fileWith(zipOf([{ name: 'SKILL.md', content: skillText('other') }]));
    const looked = await app.call('plugins.look', { source: other, ...fields });
    const [name = ''] = readdirSync(path.join(folder, 'incoming')).filter((each) => each !== incoming);
    writeFileSync(path.join(folder, 'incoming', name, 'content/skills/other/SKILL.md'), 'Something else.');
    expect(await app.client.call('plugins.install', { id: looked.id })).toMatchObject({ ok: false });
    expect((await app.call('plugins.list', {})).plugins).toHaveLength(1);
  },
);
