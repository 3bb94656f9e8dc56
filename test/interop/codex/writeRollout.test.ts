// Conversations as rollouts: Codex's own unchanged, others so that its resume accepts them completely.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codexFormat } from '../../../electron/interop/codex/format.ts';
import { codexWriter } from '../../../electron/interop/codex/writeRollout.ts';
import type { ExportSource, History } from '../../../electron/interop/history.ts';
import { callsOf } from '../../../shared/conversation/message.ts';
import { assistantMessage, call, conversationOf, toolMessage, userMessage } from '../../support/messageBuilder.ts';
import { randomConversation } from '../../support/randomConversation.ts';
import { codexBreaks } from '../../support/sessionRules/codex.ts';
import { volume } from '../../support/volume.ts';
import { exampleSession, givenOf, readOne, sharedOf } from '../textFile.ts';
import { asked, event, meta, output, said, textOf } from './rollouts.ts';

const example = exampleSession('codex-0.169.0.rollout.jsonl');
const read = (text: string) => readOne(codexFormat, 'rollout.jsonl', text);

async function written(given: ExportSource): Promise<string> {
  const [file] = await codexWriter.write(given);
  return file?.text ?? '';
}

function historyOf(messages: History['messages']): History {
  const headId = messages.at(-1)?.id ?? null;
  const rest = { title: '', folder: '/home/ada', model: null, agents: [], attachments: new Map(), problems: [] };
  return { program: 'throughline', session: 'x', messages, headId, ...rest };
}

function rowsOf(text: string): Record<string, Record<string, unknown>>[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test.skipIf(example === null)('a real session is written back row for row (skipped without the examples)', async () => {
  const text = await written(givenOf(await read(example as string)));
  const [first, ...rest] = rowsOf(text);
  const [realFirst, ...realRest] = rowsOf(example as string);
  expect(rest).toEqual(realRest);
  const { id, session_id, ...payload } = first?.payload ?? {};
  expect(id).toBe(session_id);
  const { id: _id, session_id: _session, ...realPayload } = realFirst?.payload ?? {};
  expect(payload).toEqual(realPayload);
  expect(codexBreaks(text)).toEqual([]);
});

test('undone turns, compactions, images and unknown rows are written back unchanged', async () => {
  const image = { type: 'input_image', image_url: 'data:image/png;base64,aGk=', detail: 'high' };
  const rows = [
    meta(),
    said('user', 'One'),
    asked('a'),
    output('a', [{ type: 'input_text', text: 'x' }, image]),
    said('user', 'Two'),
    event({ type: 'thread_rolled_back', num_turns: 1 }),
    { timestamp: '2026-11-22T14:42:41.000Z', type: 'novelty', payload: { any: 1 } },
    said('user', 'Three'),
    {
      timestamp: '2026-11-22T14:42:42.000Z',
      type: 'compacted',
      payload: { message: 'Short.', replacement_history: [] },
    },
    said('assistant', 'Done'),
    event({ type: 'task_complete' }),
  ];
  const text = await written(givenOf(await read(textOf(rows))));
  expect(rowsOf(text).slice(1)).toEqual(rows.slice(1));
});

test("the user's changes are written", async () => {
  const history = await read(textOf([meta(), said('user', 'One'), asked('a'), output('a'), said('assistant', 'Two')]));
  const messages = history.messages.map((message) =>
    message.role === 'user' || message.content === 'Two'
      ? ({ ...message, content: 'Changed' } as typeof message)
      : message,
  );
  const again = await read(await written(givenOf({ ...history, messages })));
  expect(sharedOf(again.messages)).toEqual(sharedOf(messages));
});

test('our calls become its own where they fit; IDs are unique; a command reports how it ended', async () => {
  const messages = conversationOf([
    userMessage('Go'),
    assistantMessage('', [call('c/1', 'run_command', '{"command":"ls"}'), call('c2', 'edit_file', 'no json')]),
    toolMessage('c2', 'Error', { outcome: 'error' }),
    toolMessage('c/1', 'a.txt', { details: { exitCode: 2 }, outcome: 'error' }),
    assistantMessage('', [call('c2', 'todo_write', '{"todos":[{"content":"A","status":"pending"}]}')]),
    toolMessage('c2', '[ ] A'),
  ]);
  const text = await written(givenOf(historyOf(messages)));
  expect(codexBreaks(text)).toEqual([]);
  const again = await read(text);
  expect(again.messages.flatMap(callsOf)).toMatchObject([
    { id: 'c_1', function: { name: 'exec_command', arguments: '{"cmd":"ls"}' } },
    { id: 'c2', function: { name: 'edit_file', arguments: 'no json' } },
    { id: 'c2_2', function: { name: 'update_plan', arguments: '{"plan":[{"step":"A","status":"pending"}]}' } },
  ]);
  expect(again.messages[3]).toMatchObject({ content: 'a.txt', outcome: 'error', details: { exitCode: 2 } });
});

test('for any conversation: the rules hold, every call has its result, and a second pass gives the same', async () => {
  await fc.assert(
    fc.asyncProperty(randomConversation(5), async (requests) => {
      const messages = requests.at(-1)?.messages ?? [];
      const text = await written(givenOf(historyOf(messages)));
      expect(codexBreaks(text)).toEqual([]);
      const once = await read(text);
      const results = (given: History['messages']) =>
        given.filter((one) => one.role === 'tool' && one.partType !== 'tool_run');
      expect(once.messages.flatMap(callsOf).map((one) => one.function)).toEqual(
        messages.flatMap(callsOf).map((one) => one.function),
      );
      const contents = results(once.messages).map((one) => one.content);
      expect(contents).toEqual(
        expect.arrayContaining(results(messages).map((one) => String(one.content).toWellFormed())),
      );
      const twice = await read(await written(givenOf(once, once.session)));
      expect(sharedOf(twice.messages)).toEqual(sharedOf(once.messages));
    }),
    { numRuns: volume({ short: 12, all: 60 }) },
  );
});
