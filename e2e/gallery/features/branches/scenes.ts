// A branching conversation, an edited message, an export, and a list with pinned, unread and archived conversations.

import { ok } from '../../../../shared/core/errors.ts';
import type { Fork } from '../../../../shared/features/branches/methods.ts';
import type { ConversationRow } from '../../../../shared/features/conversations/methods.ts';
import { demoProvider, rows, snapshotFixture } from '../../appFixture.ts';
import { conversationFixture, script } from '../../conversationFixture.ts';
import type { Scene } from '../../scene.ts';
import * as texts from '../../texts.ts';

const hour = 3_600_000;

function branch(messageId: string, label: string, hoursAgo: number): Fork['branches'][number] {
  const createdAt = new Date(Date.now() - hoursAgo * hour).toISOString();
  return { messageId, saidId: messageId, leafId: messageId, createdAt, label };
}

function parted(more: Partial<Scene> = {}): Scene {
  const { messages } = script()
    .user('The health check has become slow. Find out why, and fix it if it is simple.')
    .says(texts.reply)
    .user('Then change the query, but keep the old one behind a flag.');
  const [first = '', reply = '', second = ''] = messages.map(({ id }) => id);
  const forks: Fork[] = [
    {
      parentId: first,
      branches: [
        branch('other', 'It is the index that is missing.', 3),
        branch(reply, 'The check counts all rows.', 2),
      ],
      active: 1,
    },
    {
      parentId: reply,
      branches: [
        branch('older', 'Then change it.', 1),
        branch('oldest', '那就改吧，但请保留旧的查询，并且说明为什么要这样做。', 0.8),
        branch(second, 'Then change the query, but keep the old one behind a flag.', 0.5),
      ],
      active: 2,
    },
  ];
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({ messages }),
    handlers: { 'conversation.forks': async () => ok({ forks, beside: 3, more: false }) },
    ...more,
  };
}

function marked(): ConversationRow[] {
  return rows.map((row, index) => ({
    ...row,
    pinned: index === 1 || index === 4,
    archived: index > rows.length - 4,
    unread: index === 2 || index === 5,
  }));
}

/** Ten thousand conversations. */
function many(): ConversationRow[] {
  const [first] = rows;
  if (!first) return [];
  return Array.from({ length: 10_000 }, (_, n) => ({
    ...first,
    id: `many${n}`,
    title: `Conversation ${n} — ${n % 7 === 0 ? '关于健康检查的长标题，长得放不下一行' : 'about the health check'}`,
    activity: 'idle' as const,
    unread: n % 11 === 3,
    updatedAt: new Date(Date.now() - n * hour).toISOString(),
  }));
}

/** A run is active, two messages are queued, and a third is being typed. */
function waiting(): Scene {
  const { messages } = script().user('Read the logs of the last week and say what was slow.').says(texts.reply);
  const run = { runId: 'r', startedAt: new Date(Date.now() - 8000).toISOString(), phase: 'tools' as const };
  const queue = [
    { id: 'q1', text: 'Then compare it with the week before, and put the numbers side by side in one table.' },
    { id: 'q2', text: '再用中文总结一下。' },
  ];
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({ messages, run, queue, draft: 'Stop: leave the database alone.' }),
  };
}

/** The demo answers, since no other model is available. */
function demoTalk(): Scene {
  const { messages } = script().user('List the files and read the README').says('The folder has 4 entries.');
  return {
    snapshot: snapshotFixture({ providers: [demoProvider] }),
    conversation: conversationFixture({ messages, model: { provider: 'demo', model: 'demo-script' } }),
  };
}

export const steerScenes: Record<string, () => Scene> = {
  sendNow: waiting,
  demoTalk,
  branches: () => parted(),
  'branches-list': () => parted({ press: ['[data-branches="version"] [aria-haspopup="menu"]'] }),
  'message-edit': () => {
    const scene = parted();
    const id = scene.conversation?.messages.at(-1)?.id ?? '';
    return { ...scene, view: { edits: { [id]: 'Then change the query.\nAnd say in one sentence why.' } } };
  },
  export: () => parted({ dialog: { type: 'export', conversationId: 'current' } }),
  archived: () => {
    const { messages } = script()
      .user('How do I run the tests?')
      .says('Run this:\n\n```\nnpm test\n```\n\nOr one file:\n\n```sh\nnpm test -- health\n```');
    return parted({ conversation: { ...conversationFixture({ messages }), archived: true }, handlers: {} });
  },
  'list-marks': () => parted({ snapshot: snapshotFixture({ conversations: marked() }) }),
  'list-many': () => parted({ snapshot: snapshotFixture({ conversations: many() }) }),
};
