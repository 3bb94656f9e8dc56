// Leftovers of killed writers: they contain conversation text, and nobody needs them.

import { execFileSync } from 'node:child_process';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { ownMark } from '../../electron/lib/processStart.ts';
import { checkData } from '../../electron/stores/check/check.ts';
import { startChildStore } from '../support/childStore.ts';
import { cite } from '../support/cite.ts';
import { faultDisk } from '../support/faultDisk.ts';
import { asNew, assistantMessage, userMessage } from '../support/messageBuilder.ts';
import { openConversation, openStore } from '../support/openStore.ts';
import { okValue } from '../support/result.ts';

const temporary = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^(?!.*\.tmp-.*\/).*\.tmp-[^/]*$/.test(name),
  );

test.skipIf(process.platform !== 'linux')(
  cite(
    ['STORE-4', 'STORE-2'],
    "a killed process's temporary files are removed with the next message and the next start; a living one's stay",
  ),
  { tags: ['all'] },
  async () => {
    const { dataDir, conversationId, folder, store } = await openConversation();
    okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('hi'))));
    await store.close();
    const child = startChildStore(dataDir, conversationId, 'stop in writes');
    await child.until((lines) => lines.some((line) => line === 'waits 4'));
    const left = temporary(dataDir);
    expect(left).toHaveLength(4);
    for (const name of left) utimesSync(join(dataDir, name), 0, 0);

    const beside = openStore({ dataDir }).store;
    okValue(await beside.appendConversationMessage(conversationId, asNew(userMessage('beside it'))));
    await beside.finishRemovals();
    expect(temporary(dataDir)).toEqual(left);
    expect((await checkData(dataDir, null, { repair: true })).notes).toEqual([]);
    expect(temporary(dataDir)).toEqual(left);

    await child.kill();
    const killed = await checkData(dataDir, null, { repair: false });
    expect(killed.problems).toEqual([]);
    expect(killed.notes.filter(({ what }) => what.includes('temporary file'))).toHaveLength(4);
    // Also with the next message of a process that has written there before.
    okValue(await beside.appendConversationMessage(conversationId, asNew(userMessage('after it'))));
    expect(temporary(folder)).toEqual([]);
    expect(temporary(dataDir)).toHaveLength(1);
    const next = openStore({ dataDir }).store;
    await next.finishRemovals();
    expect(temporary(dataDir)).toEqual([]);
    expect((await checkData(dataDir, null, { repair: false })).problems).toEqual([]);
  },
);

test(cite('STORE-4', 'a copy of a stored reply is removed at the next start; a cut-off reply stays'), async () => {
  const { dataDir, conversationId, store } = await openConversation();
  okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('hi'))));
  const partial = (messageId: string) => ({
    ...{ v: 1 as const, messageId, parentId: null, text: 'half a reply', reasoning: '', model: 'm' },
    startedAt: '2026-11-28T10:00:00.000Z',
  });
  okValue(await store.savePartial(conversationId, partial('CUT-OFF')));
  await store.close();
  const second = openStore({ dataDir }).store;
  await second.finishRemovals();
  expect(await second.readPartial(conversationId)).toMatchObject({ messageId: 'CUT-OFF' });
  const stored = okValue(
    await second.appendConversationMessage(conversationId, asNew(assistantMessage('half a reply'))),
  );
  okValue(await second.savePartial(conversationId, partial(stored.id)));
  await second.close();
  const third = openStore({ dataDir }).store;
  await third.finishRemovals();
  expect(await third.readPartial(conversationId)).toBeNull();
  expect((await checkData(dataDir, null, { repair: false })).notes).toEqual([]);
});

test.skipIf(process.platform !== 'linux')(
  cite('STORE-4', 'the files of a process that cannot be inspected stay'),
  () => {
    const source = pathToFileURL(resolve('electron/lib/processStart.ts')).href;
    const script = `
      import { openSync } from 'node:fs';
      import { isMarkAlive } from '${source}';
      const mark = '${ownMark}';
      try { for (;;) openSync('/dev/null'); } catch {}
      process.stdout.write(JSON.stringify([isMarkAlive(mark), isMarkAlive(mark.replace(/^\\d+/, '4194305'))]));`;
    const child = ['-c', 'ulimit -n 64; exec "$0" --input-type=module -e "$1"', process.execPath, script];
    expect(execFileSync('sh', child, { encoding: 'utf8' })).toBe('[null,false]');
  },
);

test('the folder shared by all conversations of a project is not listed again for each of them', async () => {
  const disk = faultDisk();
  const { projectId, store } = await openConversation({ disk });
  const listed = (): number =>
    disk.calls.filter(({ name, path }) => name === 'readdir' && path.endsWith(join('logs', 'execution'))).length;
  for (let n = 0; n < 3; n++) {
    const { conversationId } = okValue(await store.createConversation(projectId));
    okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('hi'))));
  }
  expect(listed()).toBe(1);
});

test(cite('STORE-4', 'a file whose name does not identify its owner is removed if unchanged for an hour'), async () => {
  const { dataDir, folder, store } = await openConversation();
  const [old, young] = ['meta.json.tmp-0123456789ab', 'meta.json.tmp-ba9876543210'].map((name) =>
    join(folder, name),
  ) as [string, string];
  writeFileSync(old, 'x');
  writeFileSync(young, 'x');
  utimesSync(old, 0, 0);
  await store.finishRemovals();
  expect(temporary(dataDir).map((name) => join(dataDir, name))).toEqual([young]);
});
