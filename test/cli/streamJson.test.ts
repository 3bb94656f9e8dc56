// `run --output stream-json` as a format: every event against its schema, and the lines of a real run.

import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, onTestFinished, test } from 'vitest';
import type { ConversationEvent } from '../../shared/conversation/event.ts';
import { cite } from '../support/cite.ts';
import { commandHere } from '../support/commandHere.ts';
import { startFakeModelServer } from '../support/fakeModelServer.ts';
import { tempFolder } from '../support/tempFolder.ts';

const schema = JSON.parse(readFileSync(new URL('../../docs/formats/stream-json.schema.json', import.meta.url), 'utf8'));
const validate = new Ajv2020({ allErrors: true, strict: false }).compile(schema);

type EventTypes = { [Type in ConversationEvent['type']]: Required<Extract<ConversationEvent, { type: Type }>> };

const call = { messageId: 'm1', index: 0 };
const error = { code: 'LLM_ERROR', message: 'The server is busy.' };
const message = {
  v: 1,
  id: 'm1',
  parentId: null,
  createdAt: '2026-01-01T00:00:00Z',
  role: 'user' as const,
  content: 'x',
};

/** Every event with all of its fields: a new one does not compile until it is here, and is invalid until it is in the schema. */
const events: EventTypes = {
  'message.appended': { type: 'message.appended', message },
  'message.replaced': { type: 'message.replaced', message },
  'run.started': {
    ...{ type: 'run.started', runId: 'r1', startedAt: 't', again: [call] },
    byHand: { messageId: 'm1', toolName: 'read_file', arguments: '{}' },
    approvalMode: 'edits',
  },
  'run.phase': { type: 'run.phase', phase: 'tools', starting: ['files'] },
  'run.retry': { type: 'run.retry', retry: { attempt: 1, at: 't', isLong: true, error } },
  'run.ended': { type: 'run.ended', end: 'error', error },
  'reply.started': { type: 'reply.started', messageId: 'm1' },
  'reply.delta': { type: 'reply.delta', text: 'a', reasoning: 'b' },
  'reply.thinking': { type: 'reply.thinking', thinking: { ms: 5, since: 't' } },
  'reply.call': { type: 'reply.call', index: 0, name: 'read_file', argumentsLength: 2 },
  'call.waiting': {
    type: 'call.waiting',
    approval: {
      ...{
        ...call,
        approvalId: 'a1',
        toolName: 'run_command',
        kind: 'execute',
        reason: 'why',
        offers: [],
        askedAt: 't',
      },
      preview: { type: 'text', text: 'x' },
    } as never,
  },
  'call.asking': { type: 'call.asking', question: {} as never },
  'call.answered': { type: 'call.answered', ...call, waited: { from: 't', to: 't' } },
  'call.progress': { type: 'call.progress', ...call, progress: { progress: 1, total: 2, message: 'm' } },
  'call.agent': { type: 'call.agent', ...call, conversationId: 'c2' },
  'call.started': { type: 'call.started', ...call, startedAt: 't' },
  'call.output': { type: 'call.output', ...call, text: 'x' },
  'calls.left': { type: 'calls.left', openCalls: [{ ...call, state: 'unknown' }] },
  'elsewhere.changed': { type: 'elsewhere.changed', elsewhere: true, openCalls: [], reply: null },
  'queue.changed': { type: 'queue.changed', queue: [{ id: 'q1', text: 'x' }] },
  'draft.changed': { type: 'draft.changed', draft: 'x', attachments: [], writer: 'w' },
  'meta.changed': {
    type: 'meta.changed',
    meta: { projectId: 'p', title: 't', model: null, approvalMode: 'ask' } as never,
  },
  'marks.changed': { type: 'marks.changed', marks: {} },
  'changes.changed': { type: 'changes.changed', undone: {} },
  'branch.changed': { type: 'branch.changed' },
  'conversation.removed': { type: 'conversation.removed' },
};

function problems(line: unknown): unknown {
  return validate(line) ? null : validate.errors?.filter(({ keyword }) => keyword !== 'const' && keyword !== 'oneOf');
}

test.each(Object.values(events))(cite('API-3', '$type has the fields of version 1'), (event) => {
  expect(problems({ v: 1, conversationId: 'c1', seq: 1, event })).toBeNull();
  expect(validate({ v: 1, conversationId: 'c1', seq: 1, event: { ...event, extra: 1 } })).toBe(false);
});

test(cite('API-3', 'every line of a run with calls, a refusal and a retry is valid'), async () => {
  const calls = [
    { id: 'c1', name: 'list_files', arguments: '{}' },
    { id: 'c2', name: 'write_file', arguments: '{"path":"a.txt","content":"x"}' },
  ];
  const server = await startFakeModelServer({
    replies: [{ status: 503 }, [{ reasoning: 'hm' }, { text: 'I look.' }, { calls }], { text: 'Done.' }],
  });
  onTestFinished(() => server.close());
  const env = { OPENAI_API_KEY: 'sk-test-1234567890', OPENAI_BASE_URL: server.url, OPENAI_MODEL: 'm' };
  const at = ['--data', tempFolder(), '--project', tempFolder()];
  const { stdout } = await commandHere(['run', '-p', 'go', '--output', 'stream-json', ...at], env);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  for (const line of lines) expect(problems(line)).toBeNull();
  const types = new Set(lines.map(({ event }) => event.type));
  for (const type of ['run.started', 'run.retry', 'reply.delta', 'message.appended', 'call.started', 'run.ended'])
    expect(types).toContain(type);
});

test(cite('API-3', 'every line of a goal is valid, also those of its state'), async () => {
  const server = await startFakeModelServer({ otherwise: { text: 'Done.' } });
  onTestFinished(() => server.close());
  const env = { OPENAI_API_KEY: 'sk-test-1234567890', OPENAI_BASE_URL: server.url, OPENAI_MODEL: 'm' };
  const at = ['--data', tempFolder(), '--project', tempFolder()];
  const line = ['goal', 'start', '-p', 'go', '--test', 'exit 3', '--rounds', '1', '--yes', '--output', 'stream-json'];
  const { stdout } = await commandHere([...line, ...at], env);
  const lines = stdout
    .trim()
    .split('\n')
    .map((printed) => JSON.parse(printed));
  for (const printed of lines) expect(problems(printed)).toBeNull();
  const goals = lines.filter(({ goal }) => goal !== undefined);
  expect(goals.at(-1)).toMatchObject({ goal: { status: 'rounds', rounds: [{ result: { exitCode: 3 } }] } });
  expect(validate({ v: 1, conversationId: 'c1' })).toBe(false);
});
