// Damage to the order of a stored history: whatever the user or another program removed, inserted or moved is reported
// with its message and call, by check, show, context and run, and the request is still valid.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkData } from '../../electron/stores/check/check.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { cite } from '../support/cite.ts';
import { commandHere } from '../support/commandHere.ts';
import { startFakeModelServer } from '../support/fakeModelServer.ts';
import { type Handwritten, handwrittenId, writeHandwritten } from '../support/handwritten/history.ts';
import { asks, calls, ends, other, result } from '../support/handwritten/oneTurn.ts';
import { assistantMessage, messageIdAt as at, call, toolMessage, userMessage } from '../support/messageBuilder.ts';
import { tempFolder } from '../support/tempFolder.ts';

const more = userMessage('More, please.');
const told = assistantMessage('The call.');
const again = toolMessage('c1', 'The output once more.');
const image = [{ hash: 'a'.repeat(64), mediaType: 'image/png' }];

interface Damaged extends Handwritten {
  /** The reported record, its call, and part of the sentence. */
  finds?: readonly [place: string, callId: string | null, words: string][];
  notes?: readonly [messageId: string, words: string][];
}

const damaged: readonly Damaged[] = [
  { name: 'a sound turn', records: [asks, calls, result, other, ends] },
  { name: 'results in another order than their calls', records: [asks, calls, other, result, ends] },
  {
    name: 'calls that were taken out',
    records: [asks, told, result, other, ends],
    finds: [
      [at(2), 'c1', `The calls of message ${at(1)}`],
      [at(3), 'c2', 'the result of a missing call'],
    ],
  },
  {
    name: 'calls and results that were taken out',
    records: [asks, { ...told, finishReason: 'tool_calls' }, ends],
    execution: [
      { v: 1, type: 'tool_started', at: '', messageId: at(1), toolCallId: 'c1', index: 0, name: 'run_command' },
    ],
    finds: [[at(1), 'c1', 'no longer has such a call']],
    notes: [[at(1), 'has none']],
  },
  {
    name: 'a call without its result in the middle',
    records: [asks, calls, result, ends, more, ends],
    finds: [[at(1), 'c2', 'although the conversation continued']],
  },
  { name: 'a call without its result at the end', records: [asks, calls, result], notes: [[at(1), 'read_file (c2)']] },
  {
    name: 'a result of nothing',
    records: [asks, ends, toolMessage('gone', 'x'), more],
    finds: [[at(2), 'gone', 'not sent']],
  },
  {
    name: 'a second result',
    records: [asks, calls, result, again, other, ends],
    finds: [[at(3), 'c1', 'second result']],
  },
  {
    name: 'a result before its call',
    records: [asks, result, calls, other, ends],
    finds: [[at(1), 'c1', 'before its call']],
  },
  {
    name: 'a message between a call and its result',
    records: [asks, calls, more, result, other, ends],
    finds: [
      [at(2), 'c1', 'between the call'],
      [at(2), 'c2', 'between the call'],
    ],
  },
  { name: 'an empty message', records: [asks, ends, userMessage(''), ends], notes: [[at(2), 'user message is empty']] },
  {
    name: 'a record whose line was taken out',
    records: [asks, { ...ends, parentId: '01KGONE' }],
    finds: [['messages.json', null, 'has a parent that does not exist (01KGONE)']],
  },
  {
    name: 'damage on another branch',
    records: [asks, told, result, { ...ends, parentId: at(0) }],
    finds: [[at(2), 'c1', 'the result of a missing call']],
  },
  {
    name: 'what the program puts between a call and its result',
    records: [
      asks,
      calls,
      { ...toolMessage('x', 'by hand'), partType: 'tool_run' },
      { v: 1, id: '', parentId: null, createdAt: '', role: 'system', partType: 'environment', content: 'A day.' },
      result,
      { ...other, attachments: image },
      ends,
    ],
  },
  {
    name: 'one id for the calls of two turns',
    records: [asks, calls, result, other, more, calls, result, other, ends],
  },
];

test.each(damaged)(cite('SEQ-10', 'check names $name'), async (history) => {
  const dataDir = join(tempFolder(), 'data');
  writeHandwritten(dataDir, history, handwrittenId(0));
  const { problems, notes } = await checkData(dataDir, null, { repair: false });
  const { finds = [], notes: expected = [] } = history;
  const sorted = problems.filter(({ what }) => !what.includes('project.json'));
  expect(sorted.map(({ where }) => where.split('/').at(-1))).toEqual(finds.map(([place]) => place));
  finds.forEach(([, callId, words], index) => {
    expect(sorted[index]?.what).toContain(words);
    if (callId) expect(sorted[index]?.what).toContain(callId);
  });
  expect(notes.map(({ where }) => where)).toEqual(expected.map(([messageId]) => messageId));
  for (const [index, [, words]] of expected.entries()) expect(notes[index]?.what).toContain(words);
});

test(cite('SEQ-10', 'show, context, request, chain and run name it too, with message and call'), async () => {
  const dataDir = join(tempFolder(), 'data');
  const project = join(tempFolder(), 'project');
  mkdirSync(project);
  const records: Message[] = [asks, told, result, other, ends, more, calls, result, again, other, ends].map((each) => ({
    ...each,
  }));
  writeHandwritten(dataDir, { name: 'two places', records }, handwrittenId(0), project);
  const model = await startFakeModelServer({ otherwise: { text: 'Good.' } });
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_MODEL: 'fake-model' };
  const line = (...args: string[]) => commandHere([...args, '--project', project, '--data', dataDir], env);
  const id = handwrittenId(0);
  const [check, show, context, request, chain, json] = await Promise.all([
    line('check', id),
    line('show', id),
    line('context', id),
    line('request', id),
    line('chain', id),
    line('show', id, '--json'),
  ]);
  const run = await line('run', '--resume', id, '-p', 'on');
  expect([check.code, show.code, context.code, run.code]).toEqual([1, 0, 0, 0]);
  for (const said of [check.stdout, ...[show, context, request, chain, run].map(({ stderr }) => stderr)]) {
    expect(said).toMatch(new RegExp(`${at(2)}.*\\bc1\\b|\\bc1\\b.*${at(2)}`));
    expect(said).toMatch(new RegExp(`${at(3)}.*\\bc2\\b|\\bc2\\b.*${at(3)}`));
    expect(said).toMatch(new RegExp(`${at(8)}.*second result of the call c1|second result of the call c1.*${at(8)}`));
  }
  expect(JSON.parse(json.stdout).damage).toMatchObject([
    { messageId: at(2), callId: 'c1' },
    { messageId: at(3), callId: 'c2' },
    { messageId: at(8), callId: 'c1' },
  ]);
  expect(run.stdout).toBe('Good.\n');
  await model.close();
});

test(cite('SEQ-10', 'a hostile call prints nothing but its text to the terminal'), async () => {
  const dataDir = join(tempFolder(), 'data');
  const records = [asks, assistantMessage('', [call('\u001b[2Jx\nproblem: all is well', 'run_command')]), more, ends];
  writeHandwritten(dataDir, { name: 'hostile', records }, handwrittenId(0));
  const check = await commandHere(['check', '--data', dataDir]);
  expect(check.code).toBe(1);
  expect(check.stdout).not.toContain('\u001b');
  expect(check.stdout.split('\n').filter((text) => text.startsWith('problem: all'))).toEqual([]);
});
