import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createReadTracker } from '../../electron/tools/text/readTracker.ts';
import { cite } from '../support/cite.ts';
import { writeTree } from '../support/fileTree.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { createToolCaller, type ToolCaller } from '../support/toolCaller.ts';

let folder: string;
let caller: ToolCaller;

beforeEach(() => {
  folder = tempFolder();
  writeTree(folder, { 'a.txt': 'one\ntwo\n' });
  caller = createToolCaller(folder);
});

const write = (text: string): void => writeFileSync(join(folder, 'a.txt'), text);
const edit = (oldText: string, newText: string) =>
  caller.call('edit_file', { path: 'a.txt', old_text: oldText, new_text: newText });

test(
  cite('TOOL-4', 'a file changed after it was read is neither edited nor replaced until it is read again'),
  async () => {
    await caller.call('read_file', { path: 'a.txt' });
    write('one\ntwo\nthree, by a person\n');
    const edited = await edit('one', '1');
    expect(edited.outcome).toBe('error');
    expect(edited.text).toMatch(/^Error: "a.txt" was changed by someone else since it was last read here/);
    // An impossible call does not ask.
    expect(edited.preview).toEqual({ type: 'text', text: expect.stringContaining('was changed by someone else') });
    expect((await caller.call('write_file', { path: 'a.txt', content: 'mine' })).outcome).toBe('error');
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('one\ntwo\nthree, by a person\n');
    await caller.call('read_file', { path: 'a.txt', offset: 2, limit: 1 });
    expect((await edit('one', '1')).outcome).toBe('ok');
  },
);

test(
  cite('TOOL-4', "the model's own changes count as read; so does a change of a link's name or of the file's time"),
  async () => {
    await caller.call('read_file', { path: './a.txt' });
    expect((await edit('one', '1')).outcome).toBe('ok');
    expect((await edit('two', '2')).outcome).toBe('ok');
    expect((await caller.call('write_file', { path: 'a.txt', content: 'new\n' })).outcome).toBe('ok');
    utimesSync(join(folder, 'a.txt'), 0, 0);
    expect((await edit('new', 'newer')).outcome).toBe('ok');
  },
);

test("a file that was not read here may be edited, and another conversation's read does not count", async () => {
  expect((await edit('one', '1')).outcome).toBe('ok');
  await caller.call('read_file', { path: 'a.txt' }, { conversationId: 'other' });
  write('one\n');
  expect((await caller.call('read_file', { path: 'a.txt' })).outcome).toBe('ok');
  expect((await edit('one', '1')).outcome).toBe('ok');
});

test('a missing file is created again only if the model knows that it is missing', async () => {
  await caller.call('read_file', { path: 'a.txt' });
  rmSync(join(folder, 'a.txt'));
  expect((await caller.call('write_file', { path: 'a.txt', content: 'x' })).outcome).toBe('error');
  expect((await caller.call('read_file', { path: 'a.txt' })).text).toContain('does not exist');
  expect((await caller.call('write_file', { path: 'a.txt', content: 'x' })).outcome).toBe('ok');
});

test('the least recently read is forgotten first', () => {
  const seen = createReadTracker(2);
  seen.note('c', 'a', '1');
  seen.note('c', 'b', '2');
  seen.note('c', 'a', '3');
  seen.note('c', 'c', '4');
  expect(['a', 'b', 'c'].map((path) => seen.hashOf('c', path))).toEqual(['3', undefined, '4']);
});
