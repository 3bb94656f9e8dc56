import { describe, expect, test } from 'vitest';
import { environmentRecord } from '../../electron/chat/environment.ts';
import { recoveryRecords } from '../../electron/chat/recover.ts';
import { detectRepeat } from '../../electron/chat/repeatDetector.ts';
import { toolContent } from '../../electron/chat/toolContent.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { openCallText } from '../../shared/conversation/repair.ts';
import { decide } from '../../shared/permission.ts';
import { cite } from '../support/cite.ts';
import { assistantMessage, call, conversationOf, toolMessage, userMessage } from '../support/messageBuilder.ts';

test(cite('LOOP-5', 'whatever a tool returns has one defined form as text'), () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  expect(
    [
      'text',
      '',
      undefined,
      null,
      { a: 1 },
      [1],
      42,
      new TextEncoder().encode('bytes ✓'),
      new Uint8Array([0xff, 0xfe, 1]),
      new Uint8Array([65, 0, 66]),
      'half \ud83d',
      circle,
      new Error('broke'),
    ].map(toolContent),
  ).toEqual([
    'text',
    '(no output)',
    '(no output)',
    '(no output)',
    '{\n  "a": 1\n}',
    '[\n  1\n]',
    '42',
    'bytes ✓',
    '[binary data, 3 bytes]',
    '[binary data, 3 bytes]',
    'half \ufffd',
    '[a value that cannot be written as JSON]',
    'Error: broke',
  ]);
});

test(cite('LOOP-7', 'ten identical calls with identical results bring a hint, the next one stops the run'), () => {
  const finished = Array.from({ length: 11 }, () => ({
    name: 'list_files',
    arguments: '{}',
    outcome: 'ok',
    content: 'a',
  }));
  const actions = finished.map((_call, at) => detectRepeat(finished.slice(0, at + 1)).action);
  expect(actions).toEqual([...Array(9).fill('go_on'), 'hint', 'stop']);
  const changing = finished.map((one, at) => ({ ...one, content: String(at) }));
  expect(detectRepeat(changing).action).toBe('go_on');
});

describe('what an interrupted run left', () => {
  const log = (index: number) => ({
    v: 1,
    type: 'tool_started' as const,
    at: '',
    messageId: 'x',
    toolCallId: '',
    index,
    name: 'run_command',
  });

  test(cite(['RESUME-4', 'LOOP-15'], 'finished calls stay; of the others the log tells which were started'), () => {
    const branch = conversationOf([
      userMessage('go'),
      assistantMessage('', [call('a', 'read_file'), call('b', 'run_command'), call('c', 'run_command')]),
      toolMessage('a', 'done'),
    ]);
    const messageId = branch[1]?.id ?? '';
    const records = recoveryRecords(branch, null, [{ ...log(1), messageId }]);
    expect(records.map((record) => [record.role === 'tool' && record.tool_call_id, record.content])).toEqual([
      ['b', openCallText('unknown')],
      ['c', openCallText('not_started')],
    ]);
  });

  test(cite('RESUME-8', 'a reply that was streaming becomes a record once, marked as interrupted'), () => {
    const branch = conversationOf([userMessage('go')]);
    const partial = {
      v: 1,
      messageId: 'p',
      parentId: branch[0]?.id ?? null,
      text: 'half',
      reasoning: '',
      startedAt: '',
    };
    expect(recoveryRecords(branch, partial, [])).toEqual([
      { id: 'p', role: 'assistant', content: 'half', finishReason: 'interrupted' },
    ]);
    const stored: Message[] = conversationOf([userMessage('go'), assistantMessage('half and more')]);
    expect(recoveryRecords(stored, partial, [])).toEqual([]);
  });
});

test(cite('SEQ-1', 'a changed date or folder adds a row; the same ones add none'), () => {
  const environment = { now: new Date(2026, 0, 31, 23, 59), folder: '/srv/app', platform: 'linux' };
  const first = environmentRecord([], environment);
  expect(first).toMatchObject({ role: 'system', partType: 'environment' });
  expect(first?.content).toContain('2026-01-31');
  const branch = conversationOf([{ ...userMessage(''), ...first } as Message, userMessage('hi')]);
  expect(environmentRecord(branch, environment)).toBeNull();
  expect(environmentRecord(branch, { ...environment, now: new Date(2026, 1, 1, 0, 1) })?.content).toContain(
    '2026-02-01',
  );
});

test(cite('APPROVE-1', 'the three modes, tool kind by tool kind'), () => {
  const table = (['ask', 'reads', 'all'] as const).map((mode) =>
    (['read', 'write', 'execute', 'state'] as const).map(
      (kind) => decide({ mode, kind, toolName: 't', allowedInConversation: [] }).action,
    ),
  );
  expect(table).toEqual([
    ['ask', 'ask', 'ask', 'allow'],
    ['allow', 'ask', 'ask', 'allow'],
    ['allow', 'allow', 'allow', 'allow'],
  ]);
});
