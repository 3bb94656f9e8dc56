// A conversation with a call in every state, for the board.

import type { ConversationState } from '../../shared/conversation/event.ts';
import type { Message, ToolMessage } from '../../shared/conversation/message.ts';
import { approval, conversationFixture, script } from './conversationFixture.ts';
import * as texts from './texts.ts';

type Call = [name: string, args: unknown, content: string, more: Partial<ToolMessage>];

export const finished: Call[] = [
  [
    'read_file',
    { path: 'src/health.ts', offset: 1, limit: 14 },
    texts.fileText,
    { duration: 4, details: { bytes: 14_200 } },
  ],
  ['list_files', {}, texts.listing, { duration: 12, details: { entries: 10, bytes: 410 } }],
  ['search_files', { pattern: 'count\\(\\*\\)' }, texts.matches, { duration: 48, details: { matches: 3, bytes: 300 } }],
  [
    'edit_file',
    { path: 'src/health.ts', old_text: 'count(*)', new_text: '1' },
    'Edited src/health.ts: 1 place.',
    { duration: 9, waitedMs: 4200, details: { diff: texts.editDiff, bytes: 30 } },
  ],
  [
    'run_command',
    { command: 'npm test' },
    texts.testOutput,
    { outcome: 'error', duration: 3400, details: { exitCode: 1, bytes: 900 } },
  ],
  [
    'run_command',
    {
      command:
        'find / -name "*.log" -newer /tmp/mark -exec wc -l {} + | sort -n | tail -n 2000 > /tmp/a-name-that-goes-on',
    },
    `${'x'.repeat(500)}\n\n[Full output: @state/logs/tool-results/current/m12.json]`,
    {
      duration: 65_000,
      details: { exitCode: 0, bytes: 12_400_000 },
      fullOutputPath: '@state/logs/tool-results/current/m12.json',
    },
  ],
  [
    'todo_write',
    { todos: [] },
    'ok',
    {
      duration: 1,
      details: {
        bytes: 2,
        todos: {
          before: [],
          after: [
            { content: 'Find the slow query', status: 'completed' },
            { content: 'Replace it and run the tests', status: 'in_progress' },
            { content: '更新说明文档', status: 'pending' },
          ],
        },
      },
    },
  ],
  [
    'write_file',
    { path: 'notes.md', content: '# Notes\n\nOne.' },
    'Error: "notes.md" was changed by someone else in the meantime, so nothing was written. Read it again, then repeat the change.',
    { outcome: 'error', duration: 3 },
  ],
  [
    'run_command',
    { command: 'git push --force' },
    'Error: the person denied this: “Never force.”',
    { outcome: 'denied', waitedMs: 9000 },
  ],
  [
    'run_command',
    { command: 'sleep 600' },
    'Error: the user stopped the run; the command was ended.',
    { outcome: 'cancelled', duration: 12_000 },
  ],
  ['run_command', { command: 'npm publish' }, 'Interrupted.', { outcome: 'interrupted' }],
  ['read_file', '{"path": "src/hea', 'Error: the arguments are not valid JSON.', { outcome: 'error', duration: 0 }],
  [
    'weather__forecast',
    { city: 'Bremen', days: 3 },
    '{"days":[{"low":3,"high":9},{"low":4,"high":11}]}',
    { duration: 812, details: { bytes: 49 } },
  ],
];

function boardMessages(): Message[] {
  const talk = script('b').user('Board');
  talk.asks('Calls', ...finished.map(([name, args]): [string, unknown] => [name, args]));
  for (const [, , content, more] of finished) talk.result(content, more);
  talk.asks(
    'Live',
    ['run_command', { command: 'npm run build' }],
    ['read_file', { path: 'a.ts' }],
    ['run_command', { command: 'rm -rf build' }],
    ['write_file', { path: 'new.ts' }],
    ['list_files', {}],
  );
  return talk.messages;
}

export function boardConversation(): ConversationState {
  const messages = boardMessages();
  const id = messages.at(-1)?.id ?? '';
  const at = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();
  const isNew =
    '--- /dev/null\n+++ b/new.ts\n@@ -0,0 +1,2 @@\n+export const one = 1;\n+export const two = 2; // \u202e hidden\n';
  return conversationFixture({
    messages,
    run: { runId: 'r', startedAt: at(30), phase: 'tools' },
    calls: [
      {
        messageId: id,
        index: 0,
        state: 'running',
        startedAt: at(23),
        output: 'compiling…\n\u001b[32mdone\u001b[39m in 2 s\n',
      },
      { messageId: id, index: 1, state: 'queued', output: '' },
      approval(id, 2, { preview: { type: 'command', command: texts.hiddenCommand, cwd: '/home/mei/src' } }),
      approval(id, 3, {
        toolName: 'write_file',
        kind: 'write',
        reason: 'It changes a file in your folder.',
        reasonType: 'generic',
        preview: { type: 'diff', path: 'new.ts', diff: isNew, isNew: true },
      }),
      approval(id, 4, {
        toolName: 'list_files',
        kind: 'read',
        reason: 'Your approval mode asks before every read.',
        preview: { type: 'text', text: 'List the project folder, 3 levels deep' },
      }),
    ],
  });
}
