// Histories that ended midway: replies and calls left open by a crash, and queued messages.

import { openCallText } from '../../../shared/conversation/repair.ts';
import { messageIdAt as at, userMessage } from '../messageBuilder.ts';
import type { Handwritten } from './history.ts';
import { asks, calls, ends, other, result } from './oneTurn.ts';

const time = '2026-01-03T00:00:00.000Z';
const more = userMessage('More, please.');
const started = (index: number, type = 'tool_started') => ({
  v: 1,
  type,
  at: time,
  messageId: at(1),
  toolCallId: `c${index + 1}`,
  index,
  name: 'run_command',
});
const partial = (parentId: string | null, extra: object = {}) => ({
  v: 1,
  messageId: '01KPARTIAL',
  parentId,
  text: 'It had begun to say',
  reasoning: '',
  model: 'm',
  startedAt: time,
  ...extra,
});
const unknown = openCallText('unknown');
const notStarted = openCallText('not_started');

export const interrupted: readonly Handwritten[] = [
  { name: 'a partial reply', records: [asks], partial: partial(at(0)), has: ['It had begun to say'] },
  {
    name: 'a partial reply after results',
    records: [asks, calls, result, other],
    partial: partial(at(3)),
    has: ['It had begun to say'],
  },
  {
    name: 'a partial reply to a record that is not the last',
    records: [asks, ends, more],
    partial: partial(at(0)),
    lost: [],
  },
  { name: 'a partial reply that was stored', records: [asks, { ...ends, id: '01KPARTIAL' }], partial: partial(at(0)) },
  { name: 'a partial reply that is blank', records: [asks], partial: partial(at(0), { text: ' \n' }) },
  { name: 'a partial reply of an empty conversation', records: [], partial: partial(null), lost: [] },
  {
    name: 'a partial reply that only thought',
    records: [asks],
    partial: partial(at(0), { text: '', reasoning: 'Hm.' }),
  },
  { name: 'a partial reply that is garbage', records: [asks, ends], partial: '{"v":1,"text":' },
  { name: 'open calls without an execution log', records: [asks, calls], has: [notStarted] },
  {
    name: 'open calls of which one was started',
    records: [asks, calls],
    execution: [started(0)],
    has: [unknown, notStarted],
  },
  {
    name: 'open calls that were started and ended',
    records: [asks, calls],
    execution: [started(0), started(0, 'tool_ended'), started(1)],
    has: [unknown],
  },
  {
    name: 'one open call beside a result',
    records: [asks, calls, result],
    execution: [started(0), started(0, 'tool_ended')],
    has: [notStarted],
  },
  {
    name: 'what a killed command had printed',
    records: [asks, calls],
    execution: [started(0)],
    printed: { c1: 'compiling ü 编译\n'.repeat(4000) },
    has: ['What it had printed until then:\ncompiling ü', notStarted],
  },
  {
    name: 'what two killed commands had printed, beside a partial reply',
    records: [asks, calls],
    execution: [started(0), started(1)],
    printed: { c1: 'one\n'.repeat(20_000), c2: 'two\n'.repeat(20_000) },
    pending: { v: 1, draft: '', queue: [{ id: '01KQ1', text: 'Queued one.' }] },
    has: ['What it had printed until then:\none\n', 'What it had printed until then:\ntwo\n', 'Queued one.'],
  },
  {
    name: 'an execution log with garbage and a torn line',
    records: [asks, calls],
    execution: ['garbage', started(0), '{"v":1,"type":"tool_st'],
    has: [unknown],
  },
  {
    name: 'an execution log of another message',
    records: [asks, calls],
    execution: [{ ...started(0), messageId: 'another' }],
    has: [notStarted],
  },
  {
    name: 'open calls and a partial reply',
    records: [asks, calls, result],
    execution: [started(0)],
    partial: partial(at(2)),
    has: [notStarted, 'It had begun to say'],
  },
  {
    name: 'a call left open in an earlier turn, with its log',
    records: [asks, calls, more, ends, userMessage('Third.')],
    execution: [started(1)],
    has: [unknown, notStarted],
  },
  {
    name: 'queued messages',
    records: [asks, ends],
    pending: {
      v: 1,
      draft: '',
      queue: [
        { id: '01KQ1', text: 'Queued one.' },
        { id: '01KQ2', text: 'Queued two.' },
      ],
    },
    has: ['Queued one.', 'Queued two.'],
  },
  {
    name: 'a queued message that was stored',
    records: [asks, ends, { ...userMessage('Queued and stored.'), id: '01KQ1' }],
    pending: { v: 1, draft: '', queue: [{ id: '01KQ1', text: 'Queued and stored.' }] },
  },
  {
    name: 'queued messages after open calls',
    records: [asks, calls],
    pending: { v: 1, draft: 'd', queue: [{ id: '01KQ1', text: 'Queued one.' }] },
    has: [notStarted, 'Queued one.'],
  },
  {
    name: 'a queued message that is blank',
    records: [asks, ends],
    pending: { v: 1, draft: '', queue: [{ id: '01KQ1', text: ' ' }] },
  },
  { name: 'a draft', records: [asks, ends], pending: { v: 1, draft: 'Not sent yet.', queue: [] } },
  { name: 'a pending file that is garbage', records: [asks, ends], pending: 'garbage' },
];
