// Taking a copy of the data into ours from the command line.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Message } from '../../shared/conversation/message.ts';
import { startTestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { throughline } from '../support/commandLine.ts';
import { hashTree } from '../support/hashTree.ts';
import { messagesFile, userMessage } from '../support/messageBuilder.ts';
import { conversationFolder } from '../support/storedConversation.ts';
import { tempFolder } from '../support/tempFolder.ts';

test(
  cite('STORE-15', 'a copy of the data folder that went on elsewhere is taken in, and what came in is said'),
  async () => {
    const app = await startTestApp({ otherwise: { text: 'ok' } });
    const id = await app.start();
    await app.turn(id, 'shared');
    await app.close();
    const copied = join(tempFolder(), 'copy');
    cpSync(app.dataDir, copied, { recursive: true });
    const there = await startTestApp({ dataDir: copied, folder: app.folder, otherwise: { text: 'there too' } });
    await there.call('conversation.open', { conversationId: id });
    await there.turn(id, 'there');
    const newId = await there.start();
    await there.turn(newId, 'new there');
    await there.close();
    const here = await startTestApp({ dataDir: app.dataDir, folder: app.folder, otherwise: { text: 'here too' } });
    await here.call('conversation.open', { conversationId: id });
    await here.turn(id, 'here');

    // The app is open meanwhile.
    const before = hashTree(copied);
    const at = ['--project', app.folder, '--data', app.dataDir];
    const merged = await throughline(['merge', copied, ...at]);
    expect(merged).toMatchObject({ code: 0, stderr: '' });
    expect(merged.stdout).toContain(`2 messages of the copy of ${id} were taken in.`);
    expect(merged.stdout).toContain(`new: 3 messages of the copy of ${newId} were taken in.`);
    expect(hashTree(copied)).toEqual(before);
    const said = here.rows(id).flatMap(({ role, content }) => (role === 'system' ? [] : [content]));
    expect(said).toEqual(['shared', 'ok', 'here', 'here too', 'there', 'there too']);
    await here.turn(id, 'and on');
    const opened = await here.call('conversation.open', { conversationId: id });
    expect(opened.messages.flatMap(({ role, content }) => (role === 'system' ? [] : [content]))).toEqual([
      'shared',
      'ok',
      'here',
      'here too',
      'and on',
      'here too',
    ]);
    const listed = JSON.parse((await throughline(['list', ...at, '--json'])).stdout) as { id: string }[];
    expect(listed.map((row) => row.id).toSorted()).toEqual([id, newId].toSorted());
    const again = JSON.parse((await throughline(['merge', copied, ...at, '--json'])).stdout) as { added: number }[];
    expect(again.map(({ added }) => added)).toEqual([0, 0]);
  },
);

test(cite('STORE-15', 'a check with repair takes in conflict files; what is no copy is refused'), async () => {
  const app = await startTestApp({ otherwise: { text: 'ok' } });
  const id = await app.start();
  await app.turn(id, 'ours');
  await app.close();
  const folder = conversationFolder(app.dataDir, id);
  const rows = JSON.parse(readFileSync(join(folder, 'messages.json'), 'utf8')) as Message[];
  const theirs = { ...userMessage('theirs'), id: 'theirs', parentId: rows.at(-1)?.id ?? null, createdAt: '' };
  writeFileSync(join(folder, 'messages (1).json'), messagesFile([...rows, theirs]));
  const at = ['--project', app.folder, '--data', app.dataDir];
  expect((await throughline(['check', ...at])).stdout).toContain('second copy');
  expect((await throughline(['show', id, ...at])).stderr).toContain('“messages (1).json” is a second copy');
  const repaired = await throughline(['check', '--repair', ...at]);
  expect(repaired.stdout).toContain('repaired: One message of “messages (1).json” was taken in.');
  expect((await throughline(['check', ...at])).stdout).toContain('0 problems');
  const shown = await throughline(['show', id, ...at]);
  expect(shown.stderr).toBe('');
  expect(shown.stdout).not.toContain('theirs');

  const nothing = join(tempFolder(), 'nothing');
  mkdirSync(nothing);
  expect(await throughline(['merge', nothing, ...at])).toMatchObject({ code: 1 });
  expect(await throughline(['merge', app.dataDir, ...at])).toMatchObject({ code: 1 });
  expect(await throughline(['merge', ...at])).toMatchObject({ code: 2, stderr: 'merge needs the PATH of a copy\n' });
});
