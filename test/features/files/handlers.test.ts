import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';

test(cite('UI-1', 'the window reads files of the conversation’s folder, and no others'), async () => {
  const app = await startTestApp({ otherwise: { text: 'ok' } });
  mkdirSync(join(app.folder, 'src'));
  writeFileSync(join(app.folder, 'src', 'a.ts'), 'one\ntwo\nthree\n');
  writeFileSync(join(app.folder, '..', 'secret.txt'), 'secret');
  symlinkSync('../secret.txt', join(app.folder, 'link.txt'));
  const conversationId = await app.start();
  expect(await app.call('file.read', { conversationId, path: 'src/a.ts', line: 2 })).toEqual({
    path: 'src/a.ts',
    text: 'two\nthree\n',
    offset: 4,
    nextOffset: null,
    totalBytes: 14,
    firstLine: 2,
  });
  const secretPaths = [
    '../secret.txt',
    'link.txt',
    join(app.dataDir, 'settings.json'),
    '/etc/passwd',
    'src/../../secret.txt',
  ];
  for (const path of secretPaths) {
    for (const method of ['file.read', 'file.reveal'] as const) {
      const answer = await app.client.call(method, { conversationId, path });
      expect([path, answer.ok ? answer.value : answer.error.code]).toEqual([path, 'PATH_OUTSIDE_PROJECT']);
    }
  }
  // A browser has no file manager, and says so.
  expect(await app.call('file.reveal', { conversationId, path: 'src/a.ts' })).toEqual({ shown: false });
  const other = await app.client.call('file.read', { conversationId: 'nobody', path: 'src/a.ts' });
  expect(other.ok).toBe(false);
});

test(cite('UI-1', 'the window learns which paths are files of the folder, and nothing about others'), async () => {
  const app = await startTestApp({ otherwise: { text: 'ok' } });
  mkdirSync(join(app.folder, 'src'));
  writeFileSync(join(app.folder, 'src', 'a.ts'), 'one\n');
  writeFileSync(join(app.folder, '..', 'secret.txt'), 'secret');
  symlinkSync('../secret.txt', join(app.folder, 'link.txt'));
  symlinkSync('src/a.ts', join(app.folder, 'inside.ts'));
  const conversationId = await app.start();
  const paths = [
    'src/a.ts',
    './src/a.ts',
    join(app.folder, 'src/a.ts'),
    'inside.ts',
    'src',
    'src/b.ts',
    '../secret.txt',
  ];
  const { found } = await app.call('file.find', {
    conversationId,
    paths: [...paths, 'link.txt', '/etc/passwd', 'a\0b', 'x'.repeat(4000)],
  });
  expect(found).toEqual(['src/a.ts', 'src/a.ts', 'src/a.ts', 'src/a.ts', ...Array(7).fill(null)]);
  const nowhere = await app.call('conversation.create', { projectId: null });
  expect(await app.call('file.find', { ...nowhere, paths: ['src/a.ts'] })).toEqual({ found: [null] });
});

test(cite('UI-1', 'the window learns which paths are files of the folder, and nothing about others'), async () => {
  const app = await startTestApp({ otherwise: { text: 'ok' } });
  mkdirSync(join(app.folder, 'src'));
  writeFileSync(join(app.folder, 'src', 'a.ts'), 'one\n');
  writeFileSync(join(app.folder, '..', 'secret.txt'), 'secret');
  symlinkSync('../secret.txt', join(app.folder, 'link.txt'));
  symlinkSync('src/a.ts', join(app.folder, 'inside.ts'));
  const conversationId = await app.start();
  const inside = ['src/a.ts', './src/a.ts', join(app.folder, 'src/a.ts'), 'inside.ts'];
  const others = ['src', 'src/b.ts', '../secret.txt', 'link.txt', '/etc/passwd', 'a\0b', 'x'.repeat(4000)];
  const { found } = await app.call('file.find', { conversationId, paths: [...inside, ...others] });
  expect(found).toEqual([...inside.map(() => 'src/a.ts'), ...others.map(() => null)]);
  const nowhere = await app.call('conversation.create', { projectId: null });
  expect(await app.call('file.find', { ...nowhere, paths: ['src/a.ts'] })).toEqual({ found: [null] });
});

test(cite('UI-1', 'a line of a large result is found, both in a message and in its own file'), {
  tags: ['all'],
}, async () => {
  const app = await startTestApp({
    settings: { approvalMode: 'all' },
    replies: [
      { calls: [{ id: 'c1', name: 'run_command', arguments: '{"command":"seq 1 300000"}' }] },
      { calls: [{ id: 'c2', name: 'run_command', arguments: '{"command":"seq 1 5"}' }] },
    ],
    otherwise: { text: 'ok' },
  });
  const conversationId = await app.start();
  await app.turn(conversationId, 'go');
  const [large, small] = app.rows(conversationId).filter(({ role }) => role === 'tool');
  const place = (messageId: string, wanted: { line?: number; offset?: number }) =>
    app.call('toolResult.place', { conversationId, messageId, ...wanted });
  const found = await place(large?.id ?? '', { line: 250_000 });
  const page = await app.call('toolResult.read', {
    conversationId,
    messageId: large?.id ?? '',
    offset: found.offset,
    limit: 7,
  });
  expect([found.line, page.text]).toEqual([250_000, '250000\n']);
  expect(await place(large?.id ?? '', { offset: found.offset })).toEqual(found);
  expect((await place(large?.id ?? '', { line: 9_000_000 })).line).toBeLessThan(300_010);
  expect(await place(small?.id ?? '', { line: 3 })).toEqual({ offset: 4, line: 3 });
});
