// Exporting from the command line, and what the list leaves out.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const forms = 'markdown|json|claude-code|codex|opencode|chatgpt|messages|html|otlp';

test(cite('UI-6', 'export prints Markdown or JSON, or writes a new file'), async () => {
  const app = await startTestApp({ otherwise: { text: 'A reply with \u001b[31mred\u001b[0m.' } });
  const id = await app.start();
  await app.turn(id, 'Hello 你好');
  const at = ['--project', app.folder, '--data', app.dataDir];
  const folder = path.join(tempFolder(), 'exports');
  mkdirSync(folder);

  const json = await commandHere(['export', id.slice(0, 8), '--to', 'json', ...at]);
  expect(json).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(json.stdout).messages).toEqual(app.rows(id));

  const file = path.join(folder, 'out.md');
  const markdown = await commandHere(['export', id, '--to', 'markdown', '--out', file, ...at]);
  expect(markdown).toMatchObject({ code: 0, stdout: '', stderr: `Written to ${file}.\n` });
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('# Hello 你好\n');
  expect(text).toContain('A reply with ');
  expect((await commandHere(['export', id, '--to', 'markdown', ...at])).stdout).toBe(text);

  writeFileSync(file, 'mine');
  const again = await commandHere(['export', id, '--to', 'json', '--out', file, ...at]);
  expect(again).toMatchObject({ code: 1, stderr: `${file} already exists. Nothing was written.\n` });
  expect(readFileSync(file, 'utf8')).toBe('mine');
  const nowhere = path.join(folder, 'no', 'out.md');
  expect(await commandHere(['export', id, '--to', 'json', '--out', nowhere, ...at])).toMatchObject({ code: 1 });
  expect(existsSync(nowhere)).toBe(false);
  expect(readdirSync(folder)).toEqual(['out.md']);

  const here = ['--project', '.', '--data', path.relative(app.folder, app.dataDir), '--out', 'beside.md'];
  expect(await commandHere(['export', id, '--to', 'markdown', ...here], {}, '', app.folder)).toMatchObject({ code: 0 });
  expect(readFileSync(path.join(app.folder, 'beside.md'), 'utf8')).toBe(text);

  for (const [args, said] of [
    [['--to', 'pdf'], `export needs --to ${forms}, not "pdf"\n`],
    [[], `export needs --to ${forms}\n`],
  ] as const) {
    expect(await commandHere(['export', id, ...args, ...at])).toMatchObject({ code: 2, stderr: said });
  }
  expect(await commandHere(['export', 'nothere', '--to', 'json', ...at])).toMatchObject({ code: 1, stdout: '' });
});

test('the list leaves out archived conversations unless --all is given, and a run in the terminal does not count as unread', async () => {
  const app = await startTestApp({ otherwise: { text: 'ok' } });
  const [one, two] = [await app.start(), await app.start()];
  await app.turn(one, 'first');
  await app.turn(two, 'second');
  await app.call('conversation.organise', { conversationId: one, archived: true, pinned: true });
  await app.close();
  const at = ['--project', app.folder, '--data', app.dataDir];
  const listed = async (...args: string[]) =>
    JSON.parse((await commandHere(['list', '--json', ...args, ...at])).stdout);
  expect(await listed()).toMatchObject([{ id: two }]);
  expect(await listed('--all')).toMatchObject([{ id: two }, { id: one, archived: true, pinned: true }]);
  const model = await startTestApp({ otherwise: { text: 'from the terminal' } });
  const env = {
    OPENAI_BASE_URL: model.model.url,
    OPENAI_API_KEY: 'sk-test-0123456789abcdef',
    OPENAI_MODEL: 'fake-model',
  };
  const ran = await commandHere(['run', '-p', 'third', '--resume', two, ...at], env);
  expect(ran).toMatchObject({ code: 0 });
  expect(await listed()).toEqual([expect.not.objectContaining({ unread: true })]);
});
