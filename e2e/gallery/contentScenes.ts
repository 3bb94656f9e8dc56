// Replies with more than text: previews, and content that uses the full width.

import type { Todo } from '../../shared/conversation/message.ts';
import { snapshotFixture } from './appFixture.ts';
import { diagram, moreDiagrams, previews, wide } from './contentTexts.ts';
import { conversationFixture, script } from './conversationFixture.ts';
import type { Scene } from './scene.ts';

function reply(text: string, more: Partial<Scene> = {}): Scene {
  const messages = script().user('Show me.').says(text).messages;
  return { snapshot: snapshotFixture(), conversation: conversationFixture({ messages }), ...more };
}

const previewButton = (at: number): string =>
  `:nth-child(${at} of .block:has([role="group"])) [role="group"] button:last-child`;

const steps = [
  'Read the health check',
  'Count the queries',
  '把查询改成一次',
  'Write the tests',
  'Say what changed in CHANGELOG.md',
];

/** The first `done` are completed, the next is in progress. */
function todos(done: number): Todo[] {
  return steps.map((content, at) => ({
    content,
    status: at < done ? 'completed' : at === done ? 'in_progress' : 'pending',
  }));
}

/** `open`: the list is expanded. */
function working({ running, open }: { running: boolean; open: boolean }): Scene {
  const talked = script()
    .user('Make the health check quick again, with tests.')
    .asks('I keep a list.', ['todo_write', { todos: todos(2) }])
    .result('5 items', { details: { todos: { before: [], after: todos(2) } } })
    .asks(null, ['read_file', { path: 'test/health.test.ts' }])
    .result('     1\timport { expect, test } from "vitest";');
  if (!running) talked.says('I was stopped here.', { finishReason: 'stopped' });
  const run = { runId: 'r', startedAt: new Date(Date.now() - 20_000).toISOString(), phase: 'model' as const };
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({ messages: talked.messages, ...(running ? { run } : {}) }),
    view: { todosOpen: open },
  };
}

export const contentScenes: Record<string, () => Scene> = {
  previews: () => reply(previews, { press: [1, 2, 3].map(previewButton) }),
  previewsMore: () => reply(moreDiagrams, { press: [1, 2].map(previewButton) }),
  previewCode: () => reply(previews),
  wideContent: () => reply(wide),
  noteOpen: () => reply(wide, { press: ['.note-mark'] }),
  previewLarge: () => reply(previews, { dialog: { type: 'preview', kind: 'mermaid', source: diagram } }),
  todosPinned: () => working({ running: true, open: false }),
  todosOpen: () => working({ running: true, open: true }),
  todosLeft: () => working({ running: false, open: false }),
};
