// Large results by their `@state/…` path: printed, saved, shown, read and mentioned, and never another project's.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fullOutputPath } from '../../../electron/conversation/formats.ts';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { startFakeModelServer } from '../../support/fakeModelServer.ts';
import {
  assistantMessage,
  call,
  conversationOf,
  messageIdAt,
  messagesFile,
  toolMessage,
  userMessage,
} from '../../support/messageBuilder.ts';
import { placeOf } from '../../support/openStore.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const one = 'c'.repeat(26);
const beside = 'd'.repeat(26);
const elsewhere = 'e'.repeat(26);
const resultId = messageIdAt(2);
const lines = Array.from({ length: 9_000 }, (_, at) => `row ${at + 1}`);
const whole = lines.join('\n');

/**
 * Two conversations of one project, and one of another, each with a large result. `own`: the first project's ID, if it
 * exists.
 */
function writeData(root = tempFolder(), own = 'p'.repeat(26)) {
  const data = path.join(root, 'data');
  for (const [conversationId, project] of [
    [one, 'p'],
    [beside, 'p'],
    [elsewhere, 'q'],
  ] as const) {
    const folder = path.join(root, project);
    mkdirSync(folder, { recursive: true });
    const projectId = project === 'p' ? own : project.repeat(26);
    const place = placeOf(data, projectId, conversationId);
    mkdirSync(place.folder, { recursive: true });
    const about = { v: 1, id: projectId, name: project, folders: {}, createdAt: '2026-01-01T00:00:00.000Z' };
    const file = path.join(data, 'projects', projectId, 'project.json');
    if (!existsSync(file)) writeFileSync(file, JSON.stringify(about));
    const kept = `${whole.slice(0, 500)}\n\n[Full output: ${fullOutputPath(conversationId, resultId)}]`;
    const messages = conversationOf([
      userMessage('print rows'),
      assistantMessage('', [call('call_one', 'run_command', '{"command":"seq"}')]),
      { ...toolMessage('call_one', kept), fullOutputPath: fullOutputPath(conversationId, resultId) },
      assistantMessage('Printed.'),
    ]);
    writeFileSync(place.messagesPath, messagesFile(messages));
    const results = path.join(data, 'projects', projectId, 'state/logs/tool-results', conversationId);
    mkdirSync(results, { recursive: true });
    writeFileSync(path.join(results, `${resultId}.json`), whole);
  }
  return { root, data, at: ['--data', data] };
}

test(cite('STORE-18', 'result prints or saves all of it, by its path, its call or its message'), async () => {
  const { root, at } = writeData();
  for (const named of [fullOutputPath(one, resultId), 'call_one', resultId, fullOutputPath(beside, resultId)]) {
    const printed = await commandHere(['result', one.slice(0, 6), named, ...at]);
    expect([named, printed.code, printed.stdout === whole]).toEqual([named, 0, true]);
  }
  const file = path.join(root, 'out.txt');
  expect((await commandHere(['result', one, 'call_one', '--out', file, ...at])).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(whole);
  expect((await commandHere(['result', one, 'call_one', '--out', file, ...at])).code).toBe(1);
  for (const named of [fullOutputPath(elsewhere, resultId), '@state/../../settings.json', 'call_two']) {
    const refused = await commandHere(['result', one, named, ...at]);
    expect([named, refused.code, refused.stdout]).toEqual([named, 1, '']);
    expect(refused.stderr).toMatch(/^There is no (such )?result/);
  }
  const alias = fullOutputPath(one, resultId);
  for (const command of ['show', 'chain']) {
    expect((await commandHere([command, one, ...at])).stdout).toContain(alias);
  }
});

test(cite('STORE-18', 'a result piped to a program is unchanged, with its colors and line endings'), async () => {
  const { data, at } = writeData();
  const results = path.join(data, 'projects', 'p'.repeat(26), 'state/logs/tool-results', one);
  const coloured = lines.map((line) => `\u001b[32m${line}\u001b[0m\r\n`).join('');
  writeFileSync(path.join(results, `${resultId}.json`), coloured);
  expect((await commandHere(['result', one, 'call_one', ...at])).stdout === coloured).toBe(true);
});

test(cite('STORE-18', 'read_file and a mention accept the path, but no other project’s'), {
  tags: ['all'],
}, async () => {
  const root = tempFolder();
  mkdirSync(path.join(root, 'p'));
  const at = ['--data', path.join(root, 'data')];
  const inFolder = ['--project', path.join(root, 'p'), ...at];
  await commandHere(['run', '-p', 'hello', ...inFolder]);
  const [own = ''] = readdirSync(path.join(root, 'data/projects'));
  const { data } = writeData(root, own);
  const model = await startFakeModelServer();
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test-0123456789', OPENAI_MODEL: 'fake-model' };
  const reading = (alias: string, id: string) => ({
    id,
    name: 'read_file',
    arguments: JSON.stringify({ path: alias, offset: 8_999 }),
  });
  model.push(
    { calls: [reading(fullOutputPath(one, resultId), 'r1'), reading(fullOutputPath(elsewhere, resultId), 'r2')] },
    { text: 'Read.' },
  );
  const prompt = `see @${fullOutputPath(beside, resultId).slice(1)}#L3-4 and @${fullOutputPath(elsewhere, resultId).slice(1)}`;
  const ran = await commandHere(['run', '--resume', one, '-p', prompt, '--approve', 'all', ...inFolder], env);
  expect(ran.code).toBe(0);
  const stored = JSON.parse(readFileSync(placeOf(data, own, one).messagesPath, 'utf8'));
  const results = stored.filter((row: { role: string; tool_call_id?: string }) =>
    /^r[12]$/.test(row.tool_call_id ?? ''),
  );
  const read = results.map((row: { tool_call_id: string; content: string }) => [row.tool_call_id, row.content]);
  expect(Object.fromEntries(read)).toEqual({
    r1: '  8999\trow 8999\n  9000\trow 9000',
    r2: 'Error: There is no such result in this project.',
  });
  const [asked] = model.requests;
  const sent = JSON.stringify(asked);
  expect(sent).toContain('row 3\\nrow 4');
  const said = stored.find((row: { content: unknown }) => Array.isArray(row.content));
  expect(said.content.filter((part: { type: string }) => part.type === 'mention')).toMatchObject([
    { kind: 'file', range: { start: 3, end: 4 } },
    { problem: 'There is no such result in this project.' },
  ]);
  await model.close();
});
