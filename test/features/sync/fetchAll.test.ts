// throughline sync fetch --all.

import { expect, test } from 'vitest';
import { fetchFiles } from '../../../electron/features/sync/fetchCommand.ts';
import { ok } from '../../../shared/core/errors.ts';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { asNew, assistantMessage, call, toolMessage, userMessage } from '../../support/messageBuilder.ts';
import { okValue } from '../../support/result.ts';
import { createMemoryRemote, type RemoteFault } from '../../support/sync/memoryRemote.ts';
import { openDevice, type SyncDevice } from '../../support/sync/syncDevice.ts';

const attached = ['one ', 'two ', 'three '].map((word, at) => Buffer.from(word.repeat(100 * (at + 1))));
const output = 'a line of output\n'.repeat(6_000);

/** Three attachments, and a result in a file of its own. */
async function withFiles({ store }: SyncDevice) {
  const project = okValue(await store.openFolderlessProject());
  const { conversationId: id } = okValue(await store.createConversation(project.id));
  const hashes: string[] = [];
  for (const bytes of attached) {
    const { hash } = okValue(await store.saveAttachment(id, bytes));
    hashes.push(hash);
    const part = { type: 'file', hash, mediaType: 'text/plain', name: 'a.txt', bytes: bytes.length } as const;
    okValue(await store.appendConversationMessage(id, asNew(userMessage('', { content: [part] }))));
  }
  okValue(await store.appendConversationMessage(id, asNew(assistantMessage('', [call('c1', 'run_command')]))));
  const result = okValue(await store.appendConversationMessage(id, asNew(toolMessage('c1', output))));
  return { id, hashes, resultId: result.id };
}

/** `faultOf` counts the requests for files. */
async function machine(faultOf: (request: number) => RemoteFault = () => null, free: () => number | null = () => null) {
  const remote = createMemoryRemote();
  const a = openDevice('a', remote.connect());
  const files = await withFiles(a);
  okValue(await a.engine.syncNow());
  const requests: string[] = [];
  const connection = remote.connect((kind, name) => {
    if (kind !== 'get' || !name.includes('/f/')) return null;
    requests.push(name);
    return faultOf(requests.length);
  });
  const b = openDevice('b', connection, { engine: { freeBytes: async () => free() } });
  okValue(await b.engine.syncNow());
  return { ...files, b, requests };
}

async function run({ engine }: SyncDevice, stop = new AbortController()) {
  let [out, err] = ['', ''];
  const lines: (string | null)[] = [];
  const terminal = {
    signal: stop.signal,
    out: (text: string) => (out += text),
    err: (text: string) => (err += text),
    progress: (text: string | null) => lines.push(text),
    core: { sync: { engine, connectAccount: async () => ok(engine) } },
  } as unknown as Parameters<typeof fetchFiles>[0];
  return { code: await fetchFiles(terminal), out, err, lines };
}

test(cite('SYNC-9', 'sync fetch --all fetches every attachment and full result, with the size first'), async () => {
  const { b, id, hashes, resultId, requests } = await machine();
  const first = await run(b);
  expect([first.code, first.out, first.err]).toEqual([
    0,
    'Fetched: 4 files, 105 kB.\n',
    'To fetch: 4 files, 105 kB.\n',
  ]);
  expect(first.lines).toContain('Fetching… 1 file to come, 102 kB');
  for (const [at, hash] of hashes.entries())
    expect(okValue(await b.store.readAttachment(id, hash))).toEqual(attached[at]);
  expect(okValue(await b.store.readToolResult(id, resultId, 0, 1_000_000)).text).toBe(output);
  expect(await run(b)).toMatchObject({ code: 0, out: 'All attachments and full results are here.\n', err: '' });
  expect(requests).toHaveLength(4);
});

test(cite('SYNC-9', 'sync fetch --all continues where it was stopped'), async () => {
  const stop = new AbortController();
  const { b, requests } = await machine((request) => {
    if (request === 2) stop.abort();
    return null;
  });
  const stopped = await run(b, stop);
  expect([stopped.code, stopped.err.split('\n')[1]]).toEqual([
    130,
    expect.stringMatching(/^Stopped\. [23] files are still to come\. The same command continues\.$/),
  ]);
  const before = requests.length;
  expect((await run(b)).code).toBe(0);
  expect(requests.length - before).toBeLessThan(4);
});

test(cite('SYNC-9', 'sync fetch --all names what failed, and fills no disk'), async () => {
  const lost = await machine((request) => (request === 1 ? 'refuse' : null));
  const failed = await run(lost.b);
  expect(failed.code).toBe(1);
  expect(failed.err).toMatch(/^To fetch: 4 files, 105 kB\.\n.+\n/);
  expect(await run(lost.b)).toMatchObject({ code: 0 });
  let free = 1e12;
  const full = await machine(undefined, () => free);
  free = 256 * 1024 * 1024 + 50_000;
  const stopped = await run(full.b);
  expect(stopped.code).toBe(1);
  expect(stopped.err).toContain('This disk has only');
  expect(stopped.err).toContain('1 file is still to come. The same command continues.');
  expect(full.requests).toHaveLength(3);
});

test('sync fetch needs --all, which belongs to it', async () => {
  expect(await commandHere(['sync', 'fetch'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('needs --all'),
  });
  expect(await commandHere(['sync', 'now', '--all'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--all belongs to sync fetch'),
  });
});
