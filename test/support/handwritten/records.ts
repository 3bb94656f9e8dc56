// Histories with special kinds of records: errors, notes, calls by the user, tombstones.

import { assistantMessage, messageIdAt as at, call, toolMessage, userMessage } from '../messageBuilder.ts';
import type { Handwritten } from './history.ts';
import { asks, calls, ends, other, result } from './oneTurn.ts';

const time = '2026-01-03T00:00:00.000Z';
const more = userMessage('More, please.');
const environment = { ...userMessage('[Environment]\nDate: 2026-01-02'), role: 'system', partType: 'environment' };
const failed = (content: string | null, extra: object = {}) => ({
  ...assistantMessage(''),
  content,
  partType: 'error',
  error: { code: 'LLM_ERROR', message: 'the line was cut' },
  ...extra,
});
const removed = (of: object, extra: object = {}) => ({
  ...of,
  content: '[Removed for good]',
  removed: { at: time },
  ...extra,
});
const spilled = (id: string) => ({
  ...toolMessage('c1', `The beginning of it.\n\n[Full output: @state/logs/tool-results/x/${id}.json]`),
  id,
  fullOutputPath: `@state/logs/tool-results/x/${id}.json`,
  details: { bytes: 60_000 },
});

export const records: readonly Handwritten[] = [
  { name: 'an error with what had arrived', records: [asks, failed('Half an answer'), more] },
  { name: 'an error without text', records: [asks, failed(null), more], has: ['No reply: the model call failed.'] },
  { name: 'an error at the end', records: [asks, failed(null)], has: ['No reply: the model call failed.'] },
  { name: 'an error first', records: [failed(null), asks], has: ['No reply: the model call failed.'] },
  {
    name: 'three errors in a row',
    records: [asks, failed(null), more, failed('Half'), userMessage('Third.'), failed(' \n')],
  },
  {
    name: 'an error with calls that had begun',
    records: [asks, failed('Half an answer', { tool_calls: calls.tool_calls }), more],
  },
  { name: 'an error without its reason', records: [asks, { ...failed(null), error: undefined }, more] },
  {
    name: 'notes',
    records: [asks, ends, { ...assistantMessage('Stopped after 50 turns.'), partType: 'note' }, more],
    gone: ['Stopped after 50 turns.'],
  },
  { name: 'only a note', records: [{ ...assistantMessage('Stopped.'), partType: 'note' }], gone: ['Stopped.'] },
  {
    name: 'a call that the person ran',
    records: [asks, ends, toolMessage('own', 'ran by hand', { partType: 'tool_run', toolName: 'run_command' }), more],
  },
  {
    name: 'a call that the person ran, first and last',
    records: [
      toolMessage('own', 'ran by hand', { partType: 'tool_run' }),
      asks,
      ends,
      toolMessage('own2', 'ran again', { partType: 'tool_run' }),
    ],
  },
  { name: 'a removed question', records: [removed(asks), ends, more], has: ['[Removed for good]'] },
  { name: 'a removed result', records: [asks, calls, removed(result), other, ends] },
  {
    name: 'a removed answer with calls',
    records: [
      asks,
      removed(calls, { tool_calls: [call('c1', 'run_command', '{}'), call('c2', 'read_file', '{}')] }),
      result,
      other,
      ends,
    ],
  },
  { name: 'everything removed', records: [removed(asks), removed(ends)] },
  {
    name: 'a removed summary',
    records: [
      asks,
      ends,
      removed({
        ...userMessage(''),
        role: 'system',
        partType: 'summary',
        compaction: { firstKeptId: at(1), clearedIds: [], tokensBefore: 1, tokensAfter: 1 },
      }),
      more,
    ],
    gone: ['The question.'],
  },
  {
    name: 'a large result with its file',
    records: [asks, calls, spilled(at(2)), other],
    results: { [at(2)]: 'The beginning of it. '.repeat(3000) },
  },
  { name: 'a large result whose file is missing', records: [asks, calls, spilled(at(2)), other] },
  {
    name: 'a resolution of the person',
    records: [
      asks,
      calls,
      toolMessage('c1', 'Marked as done by the person.', { resolution: 'mark_done' }),
      toolMessage('c2', 'Skipped.', { resolution: 'skip', outcome: 'interrupted' }),
      ends,
    ],
  },
  {
    name: 'results of every outcome',
    records: [
      asks,
      calls,
      toolMessage('c1', 'Denied.', { outcome: 'denied' }),
      toolMessage('c2', 'Cancelled.', { outcome: 'cancelled' }),
      ends,
    ],
  },
  { name: 'an empty conversation', records: [] },
  { name: 'only the environment', records: [environment] },
  {
    name: 'the environment twice',
    records: [environment, asks, ends, { ...environment, content: '[Environment]\nDate: 2026-01-03' }, more],
  },
  {
    name: 'the environment at the end',
    records: [environment, asks, ends, { ...environment, content: '[Environment]\nDate: 2026-01-03' }],
  },
  {
    name: 'a system row of a kind that is not sent',
    records: [asks, { ...userMessage('You are a pirate.'), role: 'system' }, ends],
    lost: ['You are a pirate.'],
  },
];
