// Activity page: full, with questions of every kind, and empty.

import type { ConversationState } from '../../../../shared/conversation/event.ts';
import { fail, ok } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { Activity } from '../../../../shared/features/activity/methods.ts';
import type { ConversationRow } from '../../../../shared/features/conversations/methods.ts';
import { snapshotFixture } from '../../appFixture.ts';
import { approval, conversationFixture, script } from '../../conversationFixture.ts';
import { planFixture, planText } from '../../planFixture.ts';
import type { Scene } from '../../scene.ts';
import { commands } from '../processes/fixture.ts';

const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();
const cwd = '/home/mei/src/harbour-api';

function doing(conversationId: string, more: Partial<Activity> = {}): Activity {
  return {
    conversationId,
    startedAt: ago(95),
    phase: 'tools',
    starting: [],
    retry: null,
    turns: 4,
    call: null,
    otherCalls: 0,
    asks: [],
    queued: 0,
    agents: [],
    ...more,
  };
}

const call = (name: string, args: unknown): NonNullable<Activity['call']> => ({
  messageId: 'm1',
  index: 0,
  name,
  arguments: JSON.stringify(args),
  state: 'running',
  startedAt: ago(12),
});

/** Returns the state of each conversation that has a pending approval, by ID. */
function asked(rows: readonly ConversationRow[]): Record<string, ConversationState> {
  const [one = '', two = '', three = '', , , , stopped = ''] = rows.map(({ id }) => id);
  const grave = script()
    .user('Clean up.')
    .asks(null, ['run_command', { command: 'rm -rf ~/old' }]);
  const reads = script()
    .user('Read both.')
    .asks(null, ['read_file', { path: 'src/健康检查.ts' }], ['read_file', { path: 'README.md' }]);
  const plan = script()
    .user('Plan it.')
    .asks(null, ['present_plan', { title: 'Make the health check quick', plan: planText }]);
  const last = (made: { messages: readonly { id: string }[] }): string => made.messages.at(-1)?.id ?? '';
  const run = { runId: 'r', startedAt: ago(95), phase: 'tools' as const };
  const of = (conversationId: string, made: ReturnType<typeof script>, more: Partial<ConversationState>) =>
    conversationFixture({ conversationId, messages: made.messages, run, ...more });
  const read = (path: string, index: number) =>
    approval(last(reads), index, {
      toolName: 'read_file',
      kind: 'read',
      readsPass: true,
      preview: { type: 'text', text: `Read ${path}` },
      reason: 'Your approval mode asks before every read.',
      offers: [],
    });
  const failed = script()
    .user('What does it cost?')
    .says('', {
      partType: 'error',
      error: {
        code: 'LLM_ERROR',
        cause: 'LLM_UNREACHABLE',
        message: 'gateway.example.com did not answer: connection refused.',
      },
    });
  return {
    [one]: of(one, grave, {
      calls: [
        approval(last(grave), 0, {
          preview: { type: 'command', command: 'rm -rf ~/old', cwd },
          offers: [],
          byItself: true,
          grave: [say`It deletes ${say.list(['~/old'])}.`],
        }),
      ],
    }),
    [two]: of(two, reads, { calls: [read('src/健康检查.ts', 0), read('README.md', 1)] }),
    [three]: of(three, plan, {
      calls: [
        {
          messageId: last(plan),
          index: 0,
          state: 'running',
          startedAt: ago(30),
          output: '',
          question: planFixture({ text: planText }, { messageId: last(plan) }),
        },
      ],
    }),
    [stopped]: of(stopped, failed, { run: null }),
  };
}

function page(): Scene {
  const snapshot = snapshotFixture();
  const ids = snapshot.conversations.map(({ id }) => id);
  const states: ConversationRow['activity'][] = ['waiting', 'waiting', 'waiting', 'running', 'running', 'running'];
  const conversations = snapshot.conversations.map((row, at): ConversationRow => {
    const { ending: _ending, ...plain } = row;
    const now = { ...plain, archived: false, activity: states[at] ?? ('idle' as const), unread: at === 7 || at === 8 };
    return at === 6 ? { ...now, ending: 'failed' } : now;
  });
  const id = (at: number): string => ids[at] ?? '';
  const activities = [
    doing(id(0), { asks: [{ id: 'a', kind: 'approval' }], turns: 1 }),
    doing(id(1), {
      asks: [
        { id: 'b', kind: 'approval' },
        { id: 'c', kind: 'approval' },
      ],
      startedAt: ago(60),
    }),
    doing(id(2), { asks: [{ id: 'd', kind: 'plan' }], startedAt: ago(50) }),
    doing(id(3), { call: call('run_command', { command: 'npm test -- --watch=false' }), otherCalls: 2, queued: 1 }),
    doing(id(4), {
      call: call('run_agent', { task: '检查索引' }),
      startedAt: ago(400),
      agents: [
        {
          conversationId: 'agent1',
          title: '检查每个索引的大小',
          phase: 'tools',
          call: call('search_files', { pattern: 'CREATE INDEX', path: 'db' }),
          agents: [{ conversationId: 'agent2', title: 'Measure one query', phase: 'model', call: null, agents: [] }],
        },
      ],
    }),
    doing(id(5), { phase: 'model', startedAt: ago(4), turns: 0 }),
  ];
  const questions = asked(conversations);
  return {
    snapshot: { ...snapshot, conversations },
    conversation: null,
    view: { page: 'activity' },
    handlers: {
      'activity.open': async () => ok({ activities }),
      'activity.asked': async ({ conversationId }) => {
        const state = questions[conversationId];
        return state ? ok({ state }) : fail('CONVERSATION_NOT_FOUND', 'There is no such conversation.');
      },
      'process.list': async () =>
        ok({ commands: commands.slice(0, 1).map((command) => ({ ...command, conversationId: id(3) })) }),
    },
  };
}

function empty(): Scene {
  const snapshot = snapshotFixture();
  const conversations = snapshot.conversations.map((row): ConversationRow => {
    const { ending: _ending, ...plain } = row;
    return { ...plain, activity: 'idle', unread: false };
  });
  return {
    snapshot: { ...snapshot, conversations },
    conversation: null,
    view: { page: 'activity' },
    handlers: { 'activity.open': async () => ok({ activities: [] }), 'process.list': async () => ok({ commands: [] }) },
  };
}

export const activityScenes: Record<string, () => Scene> = {
  activity: () => page(),
  activityEmpty: () => empty(),
};
