// throughline context: the content of the next request, and marks on single records.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hiddenResultText } from '../../../electron/conversation/apiMessages.ts';
import type { ContextReport } from '../../../shared/features/context/methods.ts';
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

const id = 'c'.repeat(26);

function writeData(): { data: string; meta: string; log: string } {
  const data = path.join(tempFolder(), 'data');
  const projectId = 'p'.repeat(26);
  const place = placeOf(data, projectId, id);
  mkdirSync(place.folder, { recursive: true });
  const project = { v: 1, id: projectId, name: 'project', folders: {}, createdAt: '2026-01-01T00:00:00.000Z' };
  writeFileSync(path.join(data, 'projects', projectId, 'project.json'), JSON.stringify(project));
  const messages = conversationOf([
    userMessage('鯨はどこ'),
    assistantMessage('', [call('c1', 'read_file', '{"path":"whales.txt"}')]),
    toolMessage('c1', 'a whale in the sea\n'.repeat(2_000)),
    assistantMessage('In the sea.'),
  ]);
  writeFileSync(place.messagesPath, messagesFile(messages));
  return { data, meta: place.metaPath, log: place.messagesPath };
}

const result = messageIdAt(2);

test(cite('COMPACT-8', 'context prints what fills the next request, by part and by its largest records'), async () => {
  const { data, meta, log } = writeData();
  const before = readFileSync(log);
  const plain = await commandHere(['context', id.slice(0, 6), '--data', data]);
  expect(plain).toMatchObject({ code: 0, stderr: '' });
  expect(plain.stdout).toMatch(/^[\d,]+ of [\d,]+ tokens \(\d+ %\), /);
  expect(plain.stdout).toMatch(/^results +[\d,]+$/m);
  expect(plain.stdout).toMatch(new RegExp(`${result} +[\\d,]+ {2}results +Read whales.txt`));
  expect(plain.stdout).toContain('鯨はどこ');
  const json = await commandHere(['context', id, '--json', '--data', data]);
  const report = JSON.parse(json.stdout) as ContextReport;
  expect(report.parts.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(report.used);
  expect(report.items.find(({ messageId }) => messageId === result)).toMatchObject({ kind: 'results', state: 'sent' });
  expect(readFileSync(log).equals(before)).toBe(true);
  expect(() => readFileSync(meta)).toThrow();
});

test(
  cite('COMPACT-8', 'a result is hidden, pinned and shown again from the terminal, each with the line that undoes it'),
  async () => {
    const { data, meta } = writeData();
    const request = async () => (await commandHere(['request', id, '--data', data])).stdout;
    const before = await request();
    const hidden = await commandHere(['context', id, '--hide', result, '--data', data]);
    expect(hidden).toMatchObject({ code: 0, stderr: '' });
    expect(hidden.stdout).toContain(`Message ${result} is hidden from the model.`);
    expect(hidden.stdout).toContain(`To undo: throughline context ${id} --clear-marks ${result}`);
    expect(await request()).toContain(hiddenResultText);
    const shown = await commandHere(['context', id, '--data', data]);
    expect(shown.stdout).toMatch(/Read whales\.txt {2}\[hidden, [\d,]+ saved\]/);

    const pinned = await commandHere(['context', id, '--pin', result.toLowerCase(), '--data', data]);
    expect(pinned.stdout).toContain(`To undo: throughline context ${id} --hide ${result}`);
    expect(JSON.parse(readFileSync(meta, 'utf8')).marks).toMatchObject({ [result]: { pinned: true } });
    const cleared = await commandHere(['context', id, '--clear-marks', result, '--json', '--data', data]);
    expect(JSON.parse(cleared.stdout)).toMatchObject({ messageId: result, before: { hidden: null, pinned: true } });
    expect(JSON.parse(readFileSync(meta, 'utf8')).marks).toEqual({});
    expect(await request()).toBe(before);
  },
);

test('an unknown or ambiguous message is rejected and nothing is written', async () => {
  const { data, meta } = writeData();
  const tried = (...args: string[]) => commandHere(['context', id, ...args, '--data', data]);
  expect(await tried('--hide', 'nothing-like-it')).toMatchObject({ code: 1, stdout: '' });
  const many = (await tried('--hide', messageIdAt(2).slice(0, 10))).stderr;
  expect(many).toContain('matches more than one message');
  for (const at of [0, 1, 2, 3]) expect(many).toContain(messageIdAt(at));
  expect((await tried('--hide', '01')).stderr).toContain('too short');
  expect(await tried('--hide', result, '--pin', result)).toMatchObject({ code: 2 });
  expect((await tried('--hide', result, '--pin', result)).stderr).toContain('use only one of');
  expect(() => readFileSync(meta)).toThrow();
});

test(cite('COMPACT-9', 'compact reduces the context on request, and the summary says what it replaces'), async () => {
  const { data, log } = writeData();
  const model = await startFakeModelServer();
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test-0123456789', OPENAI_MODEL: 'fake-model' };
  const at = ['--data', data];
  const compacted = await commandHere(['compact', id, '--json', ...at], env);
  expect(compacted).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(compacted.stdout)).toMatchObject({ result: 'done' });
  const again = await commandHere(['compact', id, ...at], env);
  expect(again.code).toBe(0);
  expect(readFileSync(log, 'utf8')).toContain('"partType":"summary"');
  await model.close();
});

test(cite('COMPACT-9', 'compact takes the provider and model from its arguments, like run'), async () => {
  const server = await startFakeModelServer({ otherwise: { text: 'So it is. '.repeat(200) } });
  const at = ['--data', tempFolder()];
  const place = ['--provider', 'openai-chat', '--base-url', server.url];
  const env = { OPENAI_API_KEY: 'sk-test-0123456789' };
  const run = ['run', '--output', 'json', '--project', tempFolder(), ...place, ...at];
  const first = await commandHere([...run, '-p', 'One '.repeat(2_000)], env);
  const { conversationId } = JSON.parse(first.stdout);
  for (const prompt of ['Two', 'Three']) {
    await commandHere([...run, '--resume', conversationId, '-p', `${prompt} `.repeat(1_000)], env);
  }
  const before = server.requests.length;
  const done = await commandHere(['compact', conversationId, ...place, '--model', 'other-model', ...at], env);
  expect(done).toMatchObject({ code: 0, stderr: '' });
  expect(server.requests.slice(before).map(({ body }) => body.model)).toEqual(['other-model']);
  const wrong = await commandHere(['compact', conversationId, '--provider', 'no-such-word', ...at], env);
  expect(wrong.code).toBe(2);
  await server.close();
});
