// Comparing answers: the form, the row below the message, three answers in different states, and one that was adopted.

import type { Handlers } from '../../../../electron/lib/protocolServer.ts';
import { ok } from '../../../../shared/core/errors.ts';
import { say, toUserTextData } from '../../../../shared/core/sentence.ts';
import type { Compare } from '../../../../shared/features/compare/compare.ts';
import type { ContestantStatus } from '../../../../shared/features/compare/methods.ts';
import { projects, rows, snapshotFixture } from '../../appFixture.ts';
import { approval, conversationFixture, script } from '../../conversationFixture.ts';
import type { Scene } from '../../scene.ts';
import * as texts from '../../texts.ts';

const question = script('q').user('The health check has become slow. 健康检查变慢了，请修好它。');
const [message] = question.messages;
const headId = message?.id ?? '';

const compare: Compare = {
  id: 'compare1',
  messageId: headId,
  headId,
  at: '2026-03-03T09:00:00Z',
  edits: true,
  bring: false,
  contestants: [
    {
      conversationId: 'one',
      model: { provider: 'environment', model: 'atlas-large' },
      modelOptions: { effort: 'high' },
    },
    { conversationId: 'two', model: { provider: 'environment', model: 'atlas-large' }, modelOptions: {} },
    { conversationId: 'three', model: { provider: 'local', model: 'qwen/qwen3-coder-30b-a3b' }, modelOptions: {} },
  ],
};

const answers = [
  script('a')
    .asks('I will look first.', ['read_file', { path: 'src/health.ts' }])
    .result(texts.fileText, { duration: 1400, details: { bytes: 14_200 } })
    .says(texts.chineseReply),
  script('b').asks('I correct the query.', ['run_command', { command: 'npm test -- health' }]),
  script('c').says('The check counts every row of the table each time. I'),
];
const waiting = answers[1]?.messages.at(-1)?.id ?? '';

const others = compare.contestants.map(({ conversationId, model }, at) =>
  conversationFixture({
    conversationId,
    model,
    messages: [...question.messages, ...(answers[at]?.messages ?? [])],
    ...(at === 1
      ? {
          run: { runId: 'r', startedAt: new Date(Date.now() - 8_000).toISOString(), phase: 'tools' as const },
          calls: [
            approval(waiting, 0, {
              toolName: 'run_command',
              kind: 'execute',
              preview: { type: 'command', command: 'npm test -- health', cwd: '/home/mei/src/harbour-api' },
            }),
          ],
        }
      : {}),
  }),
);

const status = { problem: null, exists: true, hasAnswer: true, worktree: true, unknownCost: false, usd: null } as const;
const statuses: ContestantStatus[] = [
  {
    ...status,
    conversationId: 'one',
    state: 'done',
    usd: 0.0421,
    inputTokens: 18_204,
    outputTokens: 1_240,
    ms: 74_000,
  },
  { ...status, conversationId: 'two', state: 'waiting', usd: 0.0112, inputTokens: 9_102, outputTokens: 310, ms: 8_000 },
  {
    ...status,
    conversationId: 'three',
    state: 'interrupted',
    problem: toUserTextData(
      say`Your uncommitted changes were not copied: ${'a.txt'} They are still in the project folder.`,
    ),
    unknownCost: true,
    inputTokens: 9_000,
    outputTokens: 204,
    ms: 31_000,
  },
];

const handlers: Partial<Handlers> = {
  'compare.look': async () => ok({ contestants: statuses }),
  'compare.offer': async ({ models }) =>
    ok({
      canEdit: true,
      reason: null,
      uncommitted: 3,
      costs: models.map((_model, at) => ({ tokens: 9_000, usd: at === 0 ? 0.027 : 0 })),
    }),
  'worktree.look': async () =>
    ok({
      kind: 'ready',
      look: {
        ...{ branch: 'throughline/slow-atlas-large', base: 'main', commits: [], commitCount: 0, fileCount: 2 },
        ...{ added: 14, removed: 4, uncommitted: 2, behind: 0, merge: { kind: 'ready' }, undoable: null, seen: 's' },
        files: [
          { path: 'src/health.ts', kind: 'modified', added: 12, removed: 4, bytes: 2_100, uncommitted: true },
          { path: '文档/健康检查.md', kind: 'added', added: 2, removed: 0, bytes: 300, uncommitted: true },
        ],
      },
    }),
};

function compared(change: Partial<Compare>, scene: Partial<Scene> = {}): Scene {
  return {
    snapshot: snapshotFixture({
      conversations: rows.map((row) => ({ ...row, activity: 'idle' as const })),
      projects: projects.map((project) => ({ ...project, trusted: true })),
    }),
    conversation: conversationFixture({
      messages: question.messages,
      compares: [{ ...compare, ...change }],
      draft: 'And which of the two indexes is the right one? 该用哪个索引？',
    }),
    others,
    handlers,
    ...scene,
  };
}

const dialog = { type: 'compare', conversationId: 'current' } as const;

export const compareScenes: Record<string, () => Scene> = {
  compareRow: () => compared({}),
  compare: () => compared({}, { dialog }),
  compareAdopted: () => compared({ adopted: 'one' }, { dialog }),
  compareWith: () => compared({}, { dialog: { type: 'compareWith' } }),
};
