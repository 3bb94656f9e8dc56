// Background commands, and a running sub-agent.

import type { ConversationState } from '../../../../shared/conversation/event.ts';
import type { BackgroundCommand } from '../../../../shared/features/processes/methods.ts';
import { conversationFixture, type Script, script } from '../../conversationFixture.ts';
import * as texts from '../../texts.ts';

const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();

export const commands: BackgroundCommand[] = [
  {
    id: 'bg_1',
    conversationId: 'current',
    command: 'npm run dev -- --port 4173',
    cwd: '/home/mei/src/harbour-api',
    pid: 48313,
    startedAt: ago(754),
    state: 'running',
    exitCode: null,
    signal: null,
    bytes: 18_400,
    tail: '\u001b[32m➜\u001b[39m  Local:   http://localhost:4173/\n[09:12:40] page reload src/health.ts\n',
  },
  {
    id: 'bg_2',
    conversationId: 'c3',
    command: `python3 脚本/汇总账单.py --月份 三月 --输出 /home/mei/文档/记账本/图表.html ${'--verbose '.repeat(14)}`,
    cwd: '/home/mei/文档/记账本',
    pid: 48990,
    startedAt: ago(12),
    state: 'running',
    exitCode: null,
    signal: null,
    bytes: 0,
    tail: '',
  },
  {
    id: 'bg_1',
    conversationId: 'c8',
    command: 'node watch.mjs',
    cwd: '/home/mei',
    pid: 40021,
    startedAt: ago(9000),
    state: 'ended',
    exitCode: 1,
    signal: null,
    bytes: 612,
    tail: 'Error: EADDRINUSE: address already in use :::4173\n',
  },
  {
    id: 'bg_3',
    conversationId: 'current',
    command: 'tail -f log/health.log',
    cwd: '/home/mei/src/harbour-api',
    pid: 41200,
    startedAt: ago(4000),
    state: 'ended',
    exitCode: null,
    signal: 'SIGTERM',
    endedBy: 'request',
    bytes: 3300,
    tail: 'last line of the log\n',
  },
];

const task = { title: 'Measure the query on a copy of the database', task: 'Measure it on a copy, three times.' };

/** The conversation that runs the sub-agent; that call comes last. */
export function agentTalk(): Script {
  return script().user('Measure it first, please.').asks('A sub-agent measures it.', ['run_agent', task]);
}

export function agentConversation(running: boolean): ConversationState {
  const talk = script('s')
    .user(task.task)
    .asks(null, ['list_files', {}], ['read_file', { path: 'src/health.ts' }])
    .result(texts.listing, { duration: 12 })
    .result(texts.fileText, { duration: 4 })
    .asks('I copy the database first.', ['run_command', { command: 'pg_dump harbour | psql harbour_copy' }])
    .result('permission denied for database harbour_copy', { outcome: 'error', duration: 48_000 })
    .asks(
      null,
      ['mcp__postgres__query', { sql: 'SELECT count(*) FROM events' }],
      ['run_agent', { task: '比较查询计划' }],
    );
  const last = talk.messages.at(-1)?.id ?? '';
  if (!running)
    talk.result('48112390', { duration: 1790 }).result('计划没有变化。', {
      duration: 9100,
      details: { agent: { conversationId: 'nested' } },
    });
  if (!running) talk.says('The count takes **1.79 s** on the copy; `SELECT 1` takes 3 ms.');
  return conversationFixture({
    conversationId: 'agent',
    title: task.title,
    messages: talk.messages,
    run: running ? { runId: 'a', startedAt: ago(52), phase: 'tools' } : null,
    calls: running
      ? [
          { messageId: last, index: 0, state: 'running', startedAt: ago(2), output: '' },
          {
            messageId: last,
            index: 1,
            state: 'running',
            startedAt: ago(2),
            output: '',
            agent: { conversationId: 'nested' },
          },
        ]
      : [],
  });
}

export function nestedConversation(): ConversationState {
  const talk = script('n')
    .user('查询计划')
    .asks(null, ['read_file', { path: 'src/很长的文件夹名字/查询计划的说明文档.md' }])
    .result('…', { duration: 3 })
    .says('计划没有变化。');
  return conversationFixture({ conversationId: 'nested', messages: talk.messages });
}
