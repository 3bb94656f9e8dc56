// Data that a newer version wrote: it can be read, nothing is written to it, and the app names the reason.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { MethodName, ParamsOf } from '../../../shared/contract.ts';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { hashTree } from '../../support/hashTree.ts';

const reason = 'This data was written by Throughline 9.9.0, whose format this version does not know.';

async function newerData() {
  const app = await startTestApp({ otherwise: { text: 'an answer about whales' } });
  const id = await app.start();
  await app.turn(id, 'first');
  await app.close();
  writeFileSync(join(app.dataDir, 'format.json'), '{"format":99,"version":"9.9.0"}\n');
  return { id, dataDir: app.dataDir, folder: app.folder, before: hashTree(app.dataDir) };
}

test(
  cite('SHIP-2', 'the window shows data of a newer version and writes nothing, not even indexes or locks'),
  async () => {
    const { id, dataDir, folder, before } = await newerData();
    const app = await startTestApp({ dataDir, folder, otherwise: { text: 'never' } });
    const opened = await app.call('app.open', {});
    expect(JSON.stringify(opened)).toContain('This data was written by Throughline {0}');
    const conversation = await app.call('conversation.open', { conversationId: id });
    expect(conversation.messages.map(({ content }) => content)).toContain('an answer about whales');
    const refused: [MethodName, unknown][] = [
      ['run.send', { conversationId: id, text: 'more' }],
      ['conversation.delete', { conversationId: id }],
      ['conversation.rename', { conversationId: id, title: 'other' }],
      ['conversation.saveDraft', { conversationId: id, draft: 'draft' }],
      ['settings.update', { patch: { maxTurns: 3 } }],
    ];
    for (const [method, params] of refused) {
      const answer = await app.client.call(method, params as ParamsOf<MethodName>);
      expect(answer.ok ? method : `${answer.error.code} ${answer.error.message}`).toContain(
        `STORE_READ_ONLY ${reason}`,
      );
    }
    const search = async () => JSON.stringify(await app.call('search.query', { text: 'whales' }));
    await expect.poll(search, { timeout: 20_000 }).toContain(id);
    await app.close();
    expect(hashTree(dataDir)).toEqual(before);
  },
);

test(cite('SHIP-2', 'commands read data of a newer version, and refuse everything else'), async () => {
  const { id, dataDir, folder, before } = await newerData();
  const at = ['--data', dataDir, '--project', folder];
  for (const args of [['list'], ['show', id], ['request', id], ['search', 'whales'], ['check'], ['space']]) {
    const read = await commandHere([...args, ...at]);
    expect(read, args.join(' ')).toMatchObject({ code: 0 });
    expect(read.stderr, args.join(' ')).toContain(reason);
    expect(read.stdout).not.toBe('');
  }
  for (const args of [
    ['run', '-p', 'more'],
    ['delete', id, '--yes'],
    ['reindex'],
    ['merge', folder],
    ['backup', join(folder, 'b.tar')],
  ]) {
    const refused = await commandHere([...args, ...at]);
    expect(refused, args.join(' ')).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(reason);
  }
  expect(hashTree(dataDir)).toEqual(before);
  expect(readdirSync(folder)).toEqual([]);
});

test(cite('SHIP-2', 'a damaged format file counts as the first format, and the data opens'), async () => {
  const { id, dataDir, folder } = await newerData();
  writeFileSync(join(dataDir, 'format.json'), '{"format":');
  const app = await startTestApp({ dataDir, folder, otherwise: { text: 'on' } });
  await app.call('conversation.open', { conversationId: id });
  await app.turn(id, 'second');
  expect(readFileSync(app.messagesFile(id), 'utf8')).toContain('second');
});
