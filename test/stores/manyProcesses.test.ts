// Several processes write and read one data folder at the same time.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { Message } from '../../shared/conversation/message.ts';
import { cite } from '../support/cite.ts';
import type { ReaderReport, WriterReport } from '../support/crowdChild.ts';
import { openConversation, openStore, placeOf } from '../support/openStore.ts';
import { okValue } from '../support/result.ts';
import { volume } from '../support/volume.ts';

const times = { write: volume({ short: 60, all: 300, long: 1_000 }), read: volume({ short: 20, all: 80, long: 200 }) };

interface Member {
  ready: Promise<unknown>;
  start(): void;
  /** Resolves when a writer has written its share. It continues to write. */
  written: Promise<unknown>;
  end(): void;
  report: Promise<unknown>;
}

function member(dataDir: string, task: 'write' | 'read', name: string, conversations: readonly string[]): Member {
  const script = fileURLToPath(new URL('../support/crowdChild.ts', import.meta.url));
  const given = [script, dataDir, task, String(times[task]), name, ...conversations];
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...given], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  const ended = once(child, 'close');
  const says = (line: string): Promise<unknown> => {
    const printed = new Promise<void>((resolve) => {
      child.stdout.on('data', () => text.includes(`${line}\n`) && resolve());
    });
    return Promise.race([printed, ended]);
  };
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
  });
  return {
    ready: says('ready'),
    start: () => void child.stdin.write('go\n'),
    written: says('written'),
    end: () => void child.stdin.end('all have written\n'),
    report: ended.then(() => JSON.parse(text.trim().split('\n').at(-1) ?? 'null') as unknown),
  };
}

test(cite(
  'STORE-12',
  'three processes append to one conversation and to others, two read: nothing lost, duplicated or torn, none waits forever',
), { tags: ['all'] }, async () => {
  const { dataDir, projectId, conversationId, store } = await openConversation();
  const conversations = [conversationId];
  for (let n = 0; n < 3; n++) conversations.push(okValue(await store.createConversation(projectId)).conversationId);
  const writers = ['a', 'b', 'c'].map((name) => member(dataDir, 'write', name, conversations));
  const readers = ['d', 'e'].map((name) => member(dataDir, 'read', name, conversations));
  const all = [...writers, ...readers];
  await Promise.all(all.map(({ ready }) => ready));
  for (const { start } of all) start();
  // None waits forever: each writes its share while the others continue to write.
  await Promise.all(writers.map(({ written }) => written));
  for (const { end } of all) end();
  const written = (await Promise.all(writers.map(({ report }) => report))) as WriterReport[];
  const read = (await Promise.all(readers.map(({ report }) => report))) as ReaderReport[];

  expect(written.flatMap(({ refused }) => refused)).toEqual([]);
  for (const { problems } of read) expect(problems).toEqual([]);
  const fresh = openStore({ dataDir }).store;
  let records = 0;
  for (const id of conversations) {
    const rows = JSON.parse(readFileSync(placeOf(dataDir, projectId, id).messagesPath, 'utf8')) as Message[];
    const ids = rows.map((row) => row.id);
    const acknowledged = written.map(({ stored }) => stored[id] ?? []);
    expect([...ids].sort()).toEqual(acknowledged.flat().sort());
    for (const mine of acknowledged) expect(ids.filter((one) => mine.includes(one))).toEqual(mine);
    const branch = okValue(await fresh.readBranch(id));
    expect(branch.notices).toEqual([]);
    expect(branch.messages).toEqual(rows);
    records += rows.length;
  }
  const appends = written.map(({ stored }) => Object.values(stored).flat().length);
  console.log(
    `appends of each process: ${appends.join(', ')}; ${records} records, looks of each reader: ` +
      `${read.map(({ looks }) => looks).join(', ')}; none lost, doubled or torn`,
  );
  expect(Math.min(...appends)).toBeGreaterThanOrEqual(times.write);
});
