// Merging a copy of the data into ours from the command line.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '../../../electron/commands.ts';
import { createCore } from '../../../electron/core.ts';
import { mergeCommand } from '../../../electron/features/data/mergeCommand.ts';
import { parseCommandLine } from '../../../electron/host/terminal/commandLine.ts';
import { silentLog } from '../../../electron/lib/log.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { hashTree } from '../../support/hashTree.ts';
import { messagesFile, userMessage } from '../../support/messageBuilder.ts';
import { conversationFolder } from '../../support/storedConversation.ts';
import { tempFolder } from '../../support/tempFolder.ts';

test(
  cite('STORE-15', 'a copy of the data folder that was used elsewhere is merged, and the additions are reported'),
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
    const merged = await commandHere(['merge', copied, ...at]);
    expect(merged).toMatchObject({ code: 0, stderr: '' });
    expect(merged.stdout).toContain(`Merged 2 messages from the copy of ${id}.`);
    expect(merged.stdout).toContain(`new: Merged 3 messages from the copy of ${newId}.`);
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
    const listed = JSON.parse((await commandHere(['list', ...at, '--json'])).stdout) as { id: string }[];
    expect(listed.map((row) => row.id).toSorted()).toEqual([id, newId].toSorted());
    const again = JSON.parse((await commandHere(['merge', copied, ...at, '--json'])).stdout) as { added: number }[];
    expect(again.map(({ added }) => added)).toEqual([0, 0]);
  },
);

test(cite('STORE-15', 'check with repair merges conflict files; anything that is not a copy is rejected'), async () => {
  const app = await startTestApp({ otherwise: { text: 'ok' } });
  const id = await app.start();
  await app.turn(id, 'ours');
  await app.close();
  const folder = conversationFolder(app.dataDir, id);
  const rows = JSON.parse(readFileSync(join(folder, 'messages.json'), 'utf8')) as Message[];
  const theirs = { ...userMessage('theirs'), id: 'theirs', parentId: rows.at(-1)?.id ?? null, createdAt: '' };
  writeFileSync(join(folder, 'messages (1).json'), messagesFile([...rows, theirs]));
  const at = ['--project', app.folder, '--data', app.dataDir];
  expect((await commandHere(['check', ...at])).stdout).toContain('second copy');
  expect((await commandHere(['show', id, ...at])).stderr).toContain('“messages (1).json” is a second copy');
  const repaired = await commandHere(['check', '--repair', ...at]);
  expect(repaired.stdout).toContain('repaired: Merged one message from “messages (1).json”.');
  expect((await commandHere(['check', ...at])).stdout).toContain('0 problems');
  const shown = await commandHere(['show', id, ...at]);
  expect(shown.stderr).toBe('');
  expect(shown.stdout).not.toContain('theirs');

  const nothing = join(tempFolder(), 'nothing');
  mkdirSync(nothing);
  expect(await commandHere(['merge', nothing, ...at])).toMatchObject({ code: 1 });
  expect(await commandHere(['merge', app.dataDir, ...at])).toMatchObject({ code: 1 });
  expect(await commandHere(['merge', ...at])).toMatchObject({ code: 2, stderr: 'merge needs the PATH of a copy\n' });
});

test(cite('STORE-15', 'removals in a copy are reported and not applied, unless --yes is given'), async () => {
  const app = await startTestApp({ otherwise: { text: 'ok' } });
  const id = await app.start();
  await app.turn(id, 'keep me here');
  await app.close();
  const copied = join(tempFolder(), 'copy');
  cpSync(app.dataDir, copied, { recursive: true });
  const ids = app.rows(id).map((row) => row.id);
  writeFileSync(join(conversationFolder(copied, id), 'removed.json'), JSON.stringify({ v: 1, ids, unfinished: [] }));
  const at = ['--project', app.folder, '--data', app.dataDir];
  const asked = await commandHere(['merge', copied, ...at]);
  expect(asked).toMatchObject({
    code: 0,
    stderr: 'This was not done because confirmation needs a terminal. Use --yes to confirm.\n',
  });
  expect(asked.stdout).toContain('  user: keep me here\n  assistant: ok\n');
  expect((await commandHere(['show', id, ...at])).stdout).toContain('keep me here');
  const taken = JSON.parse((await commandHere(['merge', copied, '--yes', '--json', ...at])).stdout);
  expect(taken).toMatchObject([{ removed: ids.length, withheld: [] }]);
  expect((await commandHere(['show', id, ...at])).stdout).not.toContain('keep me here');
});

/** `merge` with questions: what was asked, what was printed before each, and the exit code. */
async function mergeWith(dataDir: string, copied: string, answers: readonly ((question: string) => boolean)[]) {
  const core = createCore({ dataDir, env: {}, log: silentLog, person: true });
  const parsed = parseCommandLine(['merge', copied], commands);
  if (parsed.kind !== 'command') throw new Error('not a command');
  const asked: { before: string; question: string }[] = [];
  let printed = '';
  const print = (text: string): void => {
    printed += text;
  };
  const terminal = {
    core,
    line: parsed.line,
    out: print,
    err: print,
    confirm: async (question: string) => {
      asked.push({ before: printed, question });
      printed = '';
      return answers[asked.length - 1]?.(question) ?? false;
    },
  } as unknown as Parameters<typeof mergeCommand>[0];
  const code = await mergeCommand(terminal);
  await core.close();
  return { asked, code, after: printed };
}

test(
  cite(
    'STORE-15',
    'a yes covers what was shown: removals added meanwhile are shown and asked separately, in a fork of it too',
  ),
  async () => {
    const app = await startTestApp({ otherwise: { text: 'ok' } });
    const id = await app.start();
    await app.turn(id, 'the first');
    await app.turn(id, 'the second');
    const last = app.rows(id).at(-1)?.id ?? '';
    const { conversationId: fork } = await app.call('conversation.fork', { conversationId: id, messageId: last });
    await app.close();
    const idOf = (content: string): string => app.rows(id).find((row) => row.content === content)?.id ?? '';
    const said = (of: string): unknown[] => app.rows(of).map(({ content }) => content);
    const copied = join(tempFolder(), 'copy');
    cpSync(app.dataDir, copied, { recursive: true });
    const remove = (of: string, ...contents: string[]): void => {
      const removed = { v: 1, ids: contents.map(idOf), unfinished: [] };
      writeFileSync(join(conversationFolder(copied, of), 'removed.json'), JSON.stringify(removed));
    };

    remove(id, 'the first');
    const { asked, code, after } = await mergeWith(app.dataDir, copied, [
      () => {
        remove(id, 'the first', 'the second');
        // Its records have the IDs of the original.
        remove(fork, 'the first');
        return true;
      },
      () => false,
    ]);
    expect(asked.map(({ question }) => question)).toEqual(Array(2).fill('Permanently remove them here too?'));
    expect(asked[0]?.before).toContain('user: the first');
    expect(asked[0]?.before).not.toContain('user: the second');
    expect(asked[1]?.before).toContain('1 message permanently removed.');
    expect(asked[1]?.before).toContain(
      `Permanently removed in the copy of ${id}, but kept here:\n  user: the second\n`,
    );
    expect(asked[1]?.before).toContain(
      `Permanently removed in the copy of ${fork}, but kept here:\n  user: the first\n`,
    );
    expect([code, after]).toEqual([0, '']);
    expect(said(id)).not.toContain('the first');
    expect(said(id)).toContain('the second');
    expect(said(fork)).toContain('the first');
  },
);

test(cite('STORE-15', 'if a copy names another folder than the one shown, it asks again'), async () => {
  const app = await startTestApp({ otherwise: { text: 'ok' } });
  const id = await app.start();
  await app.turn(id, 'there');
  await app.close();
  const copied = app.dataDir;
  const [shown, other] = [tempFolder(), tempFolder()];
  const project = join(conversationFolder(copied, id), '..', '..', 'project.json');
  const claim = (folder: string): void => {
    const file = JSON.parse(readFileSync(project, 'utf8'));
    writeFileSync(project, JSON.stringify({ ...file, folders: { [hostname()]: folder } }));
  };
  claim(shown);
  const dataDir = join(tempFolder(), 'data');
  const { asked } = await mergeWith(dataDir, copied, [
    () => {
      claim(other);
      return true;
    },
  ]);
  expect(asked.map(({ before }) => [shown, other].filter((folder) => before.includes(folder)))).toEqual([
    [shown],
    [other],
  ]);
  const core = createCore({ dataDir, env: {}, log: silentLog, person: false });
  expect((await core.store.listProjects()).map(({ folder }) => folder)).not.toContain(other);
  expect((await core.store.listProjects()).map(({ folder }) => folder)).not.toContain(shown);
  await core.close();
});
