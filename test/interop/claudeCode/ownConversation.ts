// A conversation as the app itself stores it: each of our tools, parallel calls, failures, an image, thinking, a
// compaction.

import { createHash } from 'node:crypto';
import type { ExportSource } from '../../../electron/interop/history.ts';
import type { Message } from '../../../shared/conversation/message.ts';

export const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const dotHash = createHash('sha256').update(dot).digest('hex');

export interface OwnCall {
  name: string;
  args: unknown;
  outcome?: string;
  content?: string;
  details?: object;
  attachments?: object[];
}

const diff = '--- a.txt\n+++ a.txt\n@@ -1,2 +1,2 @@\n alpha\n-beta\n+gamma\n';
export const ownCalls: OwnCall[] = [
  { name: 'run_command', args: { command: 'echo one', timeout_seconds: 5 }, content: 'one\n[exit code 0]' },
  {
    name: 'run_command',
    args: { command: 'false' },
    outcome: 'error',
    content: 'Error: the command exited with code 1.',
  },
  {
    name: 'read_file',
    args: { path: 'a.txt', offset: 1, limit: 2 },
    content: '1\talpha\n2\tbeta',
    details: { path: 'a.txt', lines: { start: 1, end: 2, total: 2 } },
  },
  {
    name: 'edit_file',
    args: { path: 'a.txt', old_text: 'beta', new_text: 'gamma' },
    content: 'Edited "a.txt" (+1 −1 lines).',
    details: { path: 'a.txt', diff },
  },
  { name: 'write_file', args: { path: 'b.txt', content: 'new\n' }, content: 'Wrote "b.txt".' },
  {
    name: 'search_files',
    args: { pattern: 'gam', ignore_case: true },
    content: 'a.txt:2:gamma',
    details: { matches: 1 },
  },
  { name: 'list_files', args: { depth: 1 }, content: 'a.txt\nb.txt' },
  { name: 'web_search', args: { query: 'tides' }, content: 'Tides · https://example.com', details: {} },
  { name: 'fetch_url', args: { url: 'https://example.com' }, content: 'A page.', details: { status: 200 } },
  { name: 'run_agent', args: { task: 'Look around', title: 'Look' }, content: 'One file.' },
  { name: 'todo_write', args: { todos: [{ content: 'First', status: 'pending' }] }, content: 'One item.' },
  { name: 'mcp__tides__height', args: { at: 'noon' }, content: '3 m' },
  { name: 'run_command', args: { command: 'rm -rf x' }, outcome: 'denied', content: 'Error: refused.' },
  {
    name: 'read_file',
    args: { path: 'dot.png' },
    content: 'The image follows.',
    attachments: [{ hash: dotHash, mediaType: 'image/png', name: 'dot.png' }],
  },
];

export function records(list: readonly object[]): Message[] {
  return list.map((record, at) => ({
    v: 1,
    id: `m${at}`,
    parentId: at === 0 ? null : `m${at - 1}`,
    createdAt: new Date(Date.UTC(2026, 10, 24, 12, 0, at)).toISOString(),
    ...record,
  })) as Message[];
}

export function call(id: string, { name, args }: OwnCall): object {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(args) } };
}

export function result(id: string, { name, outcome = 'ok', content = '', details, attachments }: OwnCall): object {
  const more = { ...(details ? { details } : {}), ...(attachments ? { attachments } : {}) };
  return { role: 'tool', tool_call_id: id, toolName: name, outcome, content, ...more };
}

const thinking = { type: 'thinking', thinking: 'Two at once.', signature: 'c2lnbmF0dXJl' };

/** Each tool alone, then two in parallel. */
export function ownRecords(): Message[] {
  const [one, two] = ownCalls as [OwnCall, OwnCall];
  const both = [call('toolu_a', one), call('toolu_b', two)];
  const used = (id: string, own: OwnCall) => ({ type: 'tool_use', id, name: own.name, input: own.args });
  const blocks = [thinking, { type: 'text', text: 'Both.' }, used('toolu_a', one), used('toolu_b', two)];
  const providerData = { anthropic: { provider: 'p', model: 'claude-opus-5-5', content: blocks } };
  return records([
    { role: 'user', content: 'Use every tool' },
    ...ownCalls.flatMap((own, at) => [
      {
        role: 'assistant',
        content: at % 2 === 0 ? null : `Step ${at}.`,
        tool_calls: [call(`call.${at}`, own)],
        model: 'gpt-5',
      },
      result(`call.${at}`, own),
    ]),
    { role: 'assistant', content: 'All used.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'And this?' },
        { type: 'image', hash: dotHash, mediaType: 'image/png' },
      ],
    },
    {
      role: 'assistant',
      content: 'Both.',
      tool_calls: both,
      model: 'claude-opus-5-5',
      providerData,
      reasoning: 'Two at once.',
    },
    result('toolu_b', two),
    result('toolu_a', one),
    { role: 'assistant', content: 'Done.', model: 'claude-opus-5-5' },
    { role: 'user', content: 'Break' },
    {
      role: 'assistant',
      partType: 'error',
      content: null,
      error: { code: 'LLM_ERROR', status: 529, message: 'Overloaded' },
    },
    { role: 'user', content: 'Open one' },
    { role: 'assistant', content: null, tool_calls: [call('toolu_a', two)] },
  ]);
}

export function ownGiven(messages: Message[] = ownRecords(), more: Partial<ExportSource> = {}): ExportSource {
  return {
    id: 'own',
    title: '',
    folder: '/tmp/harbour',
    model: 'claude-opus-5-5',
    messages,
    headId: messages.at(-1)?.id ?? null,
    agents: [],
    result: async (message) => (message as { content: string }).content,
    attachment: async (hash) => (hash === dotHash ? dot : null),
    version: '0.0.0',
    ...more,
  };
}
