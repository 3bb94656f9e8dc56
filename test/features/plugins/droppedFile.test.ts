// Bundles that are chosen in the host's dialog, or received from the window in pieces.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { noNative } from '../../../electron/ports/native.ts';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { bundleFolder, manifestOf, packed } from './bundles.ts';

const fields = { ref: '', path: '' };

function uploads(app: TestApp): string[] {
  const folder = path.join(app.dataDir, 'import');
  return existsSync(folder) ? readdirSync(folder) : [];
}

test(
  cite('PLUG-9', 'a file chosen in the dialog of the host is shown; other hosts say that they have none'),
  async () => {
    const file = packed(bundleFolder(manifestOf()));
    const filters: (readonly string[])[] = [];
    const pickFile = async (extensions: readonly string[]) => {
      filters.push(extensions);
      return { supported: true, path: file };
    };
    const pickFolder = async () => ({ supported: true, path: '/folder' });
    const app = await startTestApp({ native: { ...noNative, pickFile, pickFolder } });
    const picked = await app.call('plugins.pick', { what: 'bundle' });
    expect(await app.call('plugins.look', { source: picked.path ?? '', ...fields })).toMatchObject({ name: 'report' });
    expect(await app.call('plugins.pick', { what: 'directory' })).toMatchObject({ path: '/folder' });
    await app.call('plugins.pick', { what: 'file' });
    expect(filters).toEqual([['mcpb', 'dxt', 'zip'], []]);
    expect((await app.call('plugins.list', {})).plugins).toEqual([]);
    const browser = await startTestApp();
    expect(await browser.call('plugins.pick', { what: 'bundle' })).toEqual({ supported: false, path: null });
  },
);

test(cite('PLUG-9', 'a dropped file is received in order and whole, shown without a path, and then gone'), async () => {
  const bytes = readFileSync(packed(bundleFolder(manifestOf())));
  const half = Math.floor(bytes.length / 2);
  const app = await startTestApp();
  const piece = (from: number, to: number, name = 'report.mcpb') =>
    app.client.call('plugins.upload', { name, base64: bytes.subarray(from, to).toString('base64'), offset: from });
  expect(await app.client.call('plugins.lookAtUpload', {})).toMatchObject({ ok: false });
  expect(await piece(10, 20)).toMatchObject({ ok: false });
  for (const name of ['../report.mcpb', '..\\report.mcpb', '..', ''])
    expect(await piece(0, 10, name)).toMatchObject({ ok: false });
  expect(await piece(0, half)).toMatchObject({ ok: true });
  expect(await piece(half + 1, bytes.length)).toMatchObject({ ok: false });
  expect(await piece(half, bytes.length, 'other.mcpb')).toMatchObject({ ok: false });
  expect(await piece(half, bytes.length)).toMatchObject({ ok: true });
  const proposal = await app.call('plugins.lookAtUpload', {});
  expect(proposal).toMatchObject({ kind: 'bundle', name: 'report', source: 'report.mcpb' });
  expect(uploads(app)).toEqual([]);
  expect(await app.client.call('plugins.lookAtUpload', {})).toMatchObject({ ok: false });
  await app.call('plugins.install', { id: proposal.id });
  const update = await app.client.call('plugins.lookForUpdate', { id: 'report' });
  expect(update).toMatchObject({ ok: false, error: { message: expect.stringContaining('Drop a newer file.') } });
});
