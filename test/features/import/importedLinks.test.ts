// Foreign input leads nowhere else: a session's files are opened through no link, whichever part of their path is one.

import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fileTail } from '../../../electron/features/inPlace/endOfFile.ts';
import { claudeCodeFormat } from '../../../electron/interop/claudeCode/reader.ts';
import { diskFile } from '../../../electron/interop/diskFile.ts';
import { jsonl } from '../../interop/claudeCode/files.ts';
import { cite } from '../../support/cite.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const id = '11111111-2222-3333-4444-555555555555';
const secret = 'SECRET-KEY-OF-THE-USER';

/** A folder with a session, and one outside of it with content that must not be read. */
function handedOver() {
  const outside = tempFolder();
  for (const folder of ['tool-results', 'subagents']) mkdirSync(path.join(outside, folder));
  for (const name of ['id_rsa', 'tool-results/id_rsa']) writeFileSync(path.join(outside, name), secret);
  const row = { sessionId: id, cwd: '/x', version: '2.0.0', timestamp: '2026-11-01T10:00:00.000Z', isSidechain: false };
  const asked = { ...row, type: 'user', uuid: 'u1', parentUuid: null, message: { role: 'user', content: secret } };
  writeFileSync(
    path.join(outside, 'subagents', 'agent-1.jsonl'),
    jsonl([{ ...asked, agentId: '1', isSidechain: true }]),
  );
  const folder = tempFolder();
  const session = path.join(folder, `${id}.jsonl`);
  const use = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } };
  const result = { type: 'tool_result', tool_use_id: 't1', content: 'beginning' };
  const kept = { stdout: 'beginning', stderr: '', persistedOutputPath: '/home/x/tool-results/id_rsa' };
  const lines = [
    { type: 'user', uuid: 'u1', parentUuid: null, message: { role: 'user', content: 'hi' } },
    { type: 'assistant', uuid: 'a1', parentUuid: 'u1', message: { id: 'm1', role: 'assistant', content: [use] } },
    { type: 'user', uuid: 'u2', parentUuid: 'a1', message: { role: 'user', content: [result] }, toolUseResult: kept },
  ];
  writeFileSync(session, jsonl(lines.map((line) => ({ ...row, ...line }))));
  return { folder, outside, session, own: path.join(folder, id) };
}

async function readSession(session: string): Promise<string> {
  const messages: unknown[] = [];
  for await (const one of claudeCodeFormat.read(diskFile(session), new AbortController().signal)) messages.push(one);
  return JSON.stringify(messages);
}

const ways: Record<string, (at: ReturnType<typeof handedOver>) => void> = {
  'the folder of long results': ({ own, outside }) => {
    mkdirSync(own);
    symlinkSync(path.join(outside, 'tool-results'), path.join(own, 'tool-results'));
  },
  'the folder of agents': ({ own, outside }) => {
    mkdirSync(own);
    symlinkSync(path.join(outside, 'subagents'), path.join(own, 'subagents'));
  },
  'the folder of the session': ({ own, outside }) => symlinkSync(outside, own),
  'a long result': ({ own, outside }) => {
    mkdirSync(path.join(own, 'tool-results'), { recursive: true });
    symlinkSync(path.join(outside, 'id_rsa'), path.join(own, 'tool-results', 'id_rsa'));
  },
};

test.each(Object.keys(ways))(cite('INTEROP-4', 'nothing is read through a link: %s'), async (name) => {
  const at = handedOver();
  ways[name]?.(at);
  const read = await readSession(at.session);
  expect(read).toContain('beginning');
  expect(read).not.toContain(secret);
});

test(cite('INTEROP-4', 'the same folder without links is imported completely'), async () => {
  const at = handedOver();
  renameSync(at.outside, at.own);
  const read = await readSession(at.session);
  expect(read.split(secret).length).toBeGreaterThan(2);
});

test(cite('INTEROP-4', 'a link, a pipe and a path outside are not files, however they are requested'), async () => {
  const { folder, outside, session } = handedOver();
  symlinkSync(outside, path.join(folder, 'way'));
  symlinkSync(path.join(outside, 'id_rsa'), path.join(folder, 'link'));
  execFileSync('mkfifo', [path.join(folder, 'pipe')]);
  const file = diskFile(session);
  const names = [
    'way/id_rsa',
    'way/tool-results/id_rsa',
    'link',
    'pipe',
    'way',
    '.',
    `../${path.basename(outside)}/id_rsa`,
  ];
  expect(await Promise.all(names.map((name) => file.resolve(name)))).toEqual(names.map(() => null));
  expect(await Promise.all(['way', 'way/tool-results', 'link'].map((name) => file.namesIn(name)))).toEqual([
    [],
    [],
    [],
  ]);
  // Opened only when it is read: by then it has changed.
  mkdirSync(path.join(folder, 'inner'));
  writeFileSync(path.join(folder, 'inner', 'id_rsa'), 'harmless');
  const inner = await file.resolve('inner/id_rsa');
  renameSync(path.join(folder, 'inner'), path.join(folder, 'before'));
  symlinkSync(outside, path.join(folder, 'inner'));
  await expect(inner?.text(1000)).rejects.toThrow();
  for (const read of [diskFile, (at: string) => fileTail(at, 10)]) {
    for (const name of ['link', 'pipe']) {
      await expect(read(path.join(folder, name)).lines()[Symbol.asyncIterator]().next()).rejects.toThrow();
    }
  }
});
