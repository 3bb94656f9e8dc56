// An export for a window: created once, with a report of its contents, fetched in pieces, and deleted with its
// connection.

import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { openPromise } from 'yauzl';
import type { WrittenForm } from '../../../shared/features/import/otherApps.ts';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { commandHere } from '../../support/commandHere.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const token = `ghp_${'a1B2'.repeat(9)}`;

/** The app on data with the file or folder imported; returns its conversation. */
async function withImport(fill: (source: string) => void): Promise<{ app: TestApp; conversationId: string }> {
  const root = tempFolder();
  const [source, dataDir] = [path.join(root, 'source'), path.join(root, 'data')];
  mkdirSync(source);
  fill(source);
  const come = await commandHere(['import', source, '--output', 'json', '--data', dataDir, '--project', source]);
  const rows = (JSON.parse(come.stdout) as { conversations: { conversationId: string; messages: number }[] })
    .conversations;
  const [first] = rows.toSorted((one, other) => other.messages - one.messages);
  return { app: await startTestApp({ dataDir }), conversationId: first?.conversationId ?? '' };
}

async function fetched(app: TestApp, exportId: string): Promise<{ bytes: Buffer; pieces: number }> {
  const pieces: Buffer[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const piece: { base64: string; nextOffset: number | null } = await app.call('export.piece', { exportId, offset });
    pieces.push(Buffer.from(piece.base64, 'base64'));
    offset = piece.nextOffset;
  }
  return { bytes: Buffer.concat(pieces), pieces: pieces.length };
}

test('a page reports its contents and the number of masked secrets, including likely ones', async () => {
  const app = await startTestApp({
    replies: [{ calls: [{ id: 'c', name: 'list_files', arguments: { path: '.' } }] }, { text: `It is ${token}.` }],
  });
  await app.call('settings.update', { patch: { approvalMode: 'reads' } });
  writeFileSync(path.join(app.folder, 'boats.txt'), '');
  const conversationId = await app.start();
  await app.turn(conversationId, `Look at ${token}`);
  const page = await app.call('export.prepare', { conversationId, to: 'html', language: 'zh' });
  expect(page.contents).toEqual({ messages: 3, calls: 1, results: 1, pictures: 0, agents: 0, hidden: 4 });
  const { bytes } = await fetched(app, page.exportId);
  const html = bytes.toString('utf8');
  expect(bytes.length).toBe(page.bytes);
  expect(html).toContain('lang="zh-CN"');
  expect(html).not.toContain(token);
  expect(html.match(/\[token removed\]/g)).toHaveLength(page.contents.hidden);
  expect(html).toContain('boats.txt');

  const without = await app.call('export.prepare', { conversationId, to: 'html', without: ['results'] });
  const less = (await fetched(app, without.exportId)).bytes.toString('utf8');
  expect(less).toContain('The result was left out of this page.');
  expect(less).not.toContain('boats.txt');
  // The previous one is no longer kept.
  const gone = await app.client.call('export.piece', { exportId: page.exportId, offset: 0 });
  expect(gone).toMatchObject({ error: { code: 'PARAMS_INVALID' } });
  await app.call('export.discard', {});
  expect(await app.client.call('export.piece', { exportId: without.exportId, offset: 0 })).toMatchObject({ ok: false });
});

test('several files are one archive, as other apps unpack it', async () => {
  const fixture = path.join(import.meta.dirname, '../../interop/fixtures/claudeCode');
  const { app, conversationId } = await withImport((source) => cpSync(fixture, source, { recursive: true }));
  const made = await app.call('export.prepare', { conversationId, to: 'claude-code' });
  expect(made.files).toBeGreaterThan(2);
  expect(made.name).toMatch(/\.zip$/);
  const { bytes } = await fetched(app, made.exportId);
  const file = path.join(tempFolder(), 'export.zip');
  writeFileSync(file, bytes);
  const zip = await openPromise(file, { autoClose: false, lazyEntries: true, decodeStrings: false });
  const names: string[] = [];
  const texts: string[] = [];
  for await (const entry of zip.eachEntry()) {
    const packed = Buffer.concat(await (await zip.openReadStreamPromise(entry)).toArray());
    expect(crc32(packed)).toBe(entry.crc32 >>> 0);
    names.push(entry.fileNameRaw.toString('utf8'));
    texts.push(packed.toString('utf8'));
  }
  zip.close();
  expect(names).toHaveLength(made.files);
  expect(names[0]).toMatch(/^[\w-]+\/[0-9a-f-]{36}\.jsonl$/);
  expect(names.some((name) => name.includes('/subagents/agent-'))).toBe(true);
  expect(
    texts[0]
      ?.trim()
      .split('\n')
      .every((line) => JSON.parse(line)),
  ).toBe(true);
});

test('a large one arrives in pieces; each format has a familiar name; a canceled one is not kept', {
  tags: ['all'],
}, async () => {
  const long = 'Wind and tide. '.repeat(200_000);
  const { app, conversationId } = await withImport((source) =>
    writeFileSync(
      path.join(source, 'said.json'),
      JSON.stringify([
        { role: 'user', content: 'Boats?' },
        { role: 'assistant', content: long },
      ]),
    ),
  );
  const names: Record<string, string> = {};
  for (const to of ['html', 'messages', 'chatgpt', 'codex', 'opencode', 'otlp'] satisfies WrittenForm[]) {
    const made = await app.call('export.prepare', { conversationId, to, content: true });
    names[to] = made.name;
    if (to !== 'messages') continue;
    const { bytes, pieces } = await fetched(app, made.exportId);
    expect(pieces).toBeGreaterThan(2);
    expect(JSON.parse(bytes.toString('utf8')).messages?.[1]?.content ?? bytes.toString('utf8')).toContain(long);
  }
  expect(names).toEqual({
    html: 'Boats.html',
    messages: 'Boats.messages.json',
    chatgpt: 'Boats.chatgpt.json',
    codex: expect.stringMatching(/^rollout-.*\.jsonl$/),
    opencode: expect.stringMatching(/^opencode-ses_.*\.json$/),
    otlp: 'Boats.otlp.json',
  });
  const controller = new AbortController();
  const stopped = app.client.call('export.prepare', { conversationId, to: 'html' }, controller.signal);
  controller.abort();
  expect(await stopped).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
});
