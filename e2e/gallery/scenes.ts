// All scenes: whole windows, each in one state that users encounter.

import { tombstoneOf } from '../../shared/conversation/removed.ts';
import { sentenceFields } from '../../shared/core/errors.ts';
import { say } from '../../shared/core/sentence.ts';
import { demoProvider, snapshotFixture } from './appFixture.ts';
import { foundPages } from './boxFixture.ts';
import { boxScenes } from './boxScenes.ts';
import { contentScenes } from './contentScenes.ts';
import { approval, conversationFixture, type Script, script } from './conversationFixture.ts';
import { activityScenes } from './features/activity/scenes.ts';
import { apiScenes } from './features/api/scenes.ts';
import { approvalScenes } from './features/approvals/scenes.ts';
import { attachScenes } from './features/attachments/scenes.ts';
import { steerScenes } from './features/branches/scenes.ts';
import { chainScenes } from './features/chains/scenes.ts';
import { compareScenes } from './features/compare/scenes.ts';
import { contextScenes } from './features/context/scenes.ts';
import { costScenes } from './features/costs/scenes.ts';
import { externalAgentScenes } from './features/externalAgents/scenes.ts';
import { gitScenes } from './features/git/scenes.ts';
import { goalScenes } from './features/goals/scenes.ts';
import { hookScenes } from './features/hooks/scenes.ts';
import { importScenes } from './features/import/scenes.ts';
import { languageServerScenes } from './features/languageServers/scenes.ts';
import { ledgerScenes } from './features/ledger/scenes.ts';
import { serverScenes } from './features/mcp/scenes.ts';
import { toldScenes } from './features/memory/scenes.ts';
import { answerScenes } from './features/models/answerScenes.ts';
import { providerScenes } from './features/models/scenes.ts';
import { phoneScenes } from './features/phone/scenes.ts';
import { pluginScenes } from './features/plugins/scenes.ts';
import { presetScenes } from './features/presets/scenes.ts';
import { processScenes } from './features/processes/scenes.ts';
import { queryScenes } from './features/query/scenes.ts';
import { remoteScenes } from './features/remote/scenes.ts';
import { reviewScenes } from './features/review/scenes.ts';
import { scheduleScenes } from './features/schedules/scenes.ts';
import { findScenes } from './features/search/scenes.ts';
import { sharedBrowserScenes } from './features/sharedBrowser/scenes.ts';
import { sharingScenes } from './features/sharing/scenes.ts';
import { sidebarScenes } from './features/sidebar/scenes.ts';
import { slashScenes } from './features/slash/scenes.ts';
import { statsScenes } from './features/stats/scenes.ts';
import { syncScenes } from './features/sync/scenes.ts';
import { undoScenes } from './features/undo/scenes.ts';
import { updateScenes } from './features/updates/scenes.ts';
import { worktreeScenes } from './features/worktrees/scenes.ts';
import { chineseHealthTalk, healthTalk } from './healthTalk.ts';
import { connectionScenes, dialogScenes, menuScenes, settingsScenes, startScenes, textScenes } from './lookScenes.ts';
import { planScenes } from './planScenes.ts';
import type { Scene } from './scene.ts';
import { stageScenes } from './stageScene.ts';
import { streamScenes } from './streamScenes.ts';
import * as texts from './texts.ts';
import { toolScenes } from './toolScenes.ts';
import { turnScenes } from './turnScenes.ts';

const now = (secondsAgo = 0): string => new Date(Date.now() - secondsAgo * 1000).toISOString();

function talk(): Script {
  return healthTalk()
    .asks(null, ['run_command', { command: 'npm test' }])
    .result(texts.testOutput, { outcome: 'error', duration: 3400, details: { exitCode: 1, bytes: 900 } })
    .says(texts.reply);
}

function waiting(): Script {
  return talk()
    .user('Yes, do it. And check what the installer does.')
    .asks('I change the query first.', ['edit_file', { path: 'src/health.ts', old_text: 'a', new_text: 'b' }]);
}

export const scenes: Record<string, () => Scene> = {
  ...activityScenes,
  ...externalAgentScenes,
  ...startScenes,
  ...steerScenes,
  ...slashScenes,
  ...connectionScenes,
  ...settingsScenes,
  ...providerScenes,
  ...presetScenes,
  ...dialogScenes,
  ...menuScenes,
  ...textScenes,
  ...attachScenes,
  ...boxScenes,
  ...chainScenes,
  ...contentScenes,
  ...contextScenes,
  ...costScenes,
  ...answerScenes,
  ...findScenes,
  ...hookScenes,
  ...languageServerScenes,
  ...sharedBrowserScenes,
  ...importScenes,
  ...toolScenes,
  ...approvalScenes,
  ...planScenes,
  ...toldScenes,
  ...processScenes,
  ...serverScenes,
  ...reviewScenes,
  ...undoScenes,
  ...sidebarScenes,
  ...stageScenes,
  ...ledgerScenes,
  ...apiScenes,
  ...pluginScenes,
  ...goalScenes,
  ...scheduleScenes,
  ...phoneScenes,
  ...remoteScenes,
  ...queryScenes,
  ...statsScenes,
  ...syncScenes,
  ...sharingScenes,
  ...streamScenes,
  ...turnScenes,
  ...worktreeScenes,
  ...compareScenes,
  ...updateScenes,
  ...gitScenes,

  talk: () => ({ snapshot: snapshotFixture(), conversation: conversationFixture({ messages: talk().messages }) }),

  compaction: () => {
    const { messages } = talk().user('And now?').says('I go on from there.');
    const last = messages.at(-1)?.id ?? null;
    const common = { v: 1, parentId: last, createdAt: now(30), role: 'system', partType: 'summary' } as const;
    const kept = { firstKeptId: messages[0]?.id ?? '', tokensBefore: 81_204, tokensAfter: 48_930 };
    const cleared = { ...common, id: 'cleared', content: '', compaction: { ...kept, clearedIds: ['a', 'b', 'c'] } };
    const summed = {
      ...common,
      id: 'summed',
      content: '**What the user wants**\nThe health check is to be quick again. 健康检查要恢复快速。',
      compaction: { ...kept, clearedIds: [], records: 120, tokensAfter: 9_013 },
    };
    return {
      snapshot: snapshotFixture(),
      conversation: conversationFixture({
        messages: [...messages, cleared, summed],
        marks: { cleared: { hidden: true, at: now() } },
      }),
    };
  },

  approval: () => {
    const { messages } = waiting();
    const last = messages.at(-1)?.id ?? '';
    const call = approval(last, 0, {
      toolName: 'edit_file',
      kind: 'write',
      preview: { type: 'diff', path: 'src/health.ts', diff: texts.editDiff, isNew: false },
      reason: 'It changes a file in your folder.',
      reasonType: 'generic',
    });
    const run = { runId: 'r', startedAt: now(20), phase: 'tools' as const };
    const queue = [{ id: 'q1', text: 'And tell me how long the tests take now, compared with yesterday, please' }];
    return { snapshot: snapshotFixture(), conversation: conversationFixture({ messages, calls: [call], run, queue }) };
  },

  command: () => {
    const { messages } = talk()
      .user('Install it')
      .asks('This installs the tool.', ['run_command', { command: texts.hiddenCommand }]);
    const last = messages.at(-1)?.id ?? '';
    const preview = { type: 'command' as const, command: texts.hiddenCommand, cwd: '/home/mei/src/harbour-api' };
    const run = { runId: 'r', startedAt: now(20), phase: 'tools' as const };
    return {
      snapshot: snapshotFixture(),
      conversation: conversationFixture({
        messages,
        calls: [approval(last, 0, { preview })],
        run,
        approvalMode: 'reads',
      }),
    };
  },

  running: () => {
    const { messages } = talk()
      .user('Run everything again')
      .asks(
        'Three things at once.',
        ['run_command', { command: 'npm test -- --run' }],
        ['read_file', { path: 'a.ts' }],
        ['fetch', {}],
      );
    const last = messages.at(-1)?.id ?? '';
    const output = 'installing…\nresolved 412 packages\n\u001b[32m✓\u001b[39m test/health.test.ts (6 tests)\n';
    return {
      snapshot: snapshotFixture(),
      conversation: conversationFixture({
        messages,
        approvalMode: 'all',
        run: { runId: 'r', startedAt: now(70), phase: 'tools' },
        calls: [
          { messageId: last, index: 0, state: 'running', startedAt: now(64), output },
          { messageId: last, index: 1, state: 'running', startedAt: now(2), output: '' },
          { messageId: last, index: 2, state: 'queued', output: '' },
        ],
      }),
    };
  },

  streaming: () => ({
    snapshot: snapshotFixture(),
    conversation: conversationFixture({
      messages: script().user('Why is it slow?').messages,
      run: { runId: 'r', startedAt: now(4), phase: 'model' },
      reply: {
        messageId: 'x',
        text: texts.reply.slice(0, 620),
        reasoning: 'The person asks about the health check. I should look at the query first.',
        calls: [{ index: 0, name: 'edit_file', argumentsLength: 1800 }],
      },
    }),
  }),

  citedPages: () => {
    const talk = script()
      .user('How should a health check ask the database?')
      .says('Ask the pool for one row, with a time limit shorter than the balancer’s.', { sources: foundPages })
      .user('And in other words?')
      .says(texts.reply, { sources: foundPages });
    return {
      snapshot: snapshotFixture(),
      conversation: conversationFixture({ messages: talk.messages }),
      view: { openParts: { [`${talk.messages[1]?.id}:sources`]: true } },
    };
  },

  retry: () => ({
    snapshot: snapshotFixture(),
    conversation: conversationFixture({
      messages: script().user('Why is it slow?').messages,
      run: {
        runId: 'r',
        startedAt: now(4),
        phase: 'model',
        retry: {
          attempt: 2,
          at: new Date(Date.now() + 600_000).toISOString(),
          error: {
            code: 'LLM_ERROR',
            cause: 'LLM_HTTP_ERROR',
            status: 503,
            message: 'The server answered 503 (Service Unavailable).',
          },
        },
      },
    }),
  }),

  errors: () => {
    const talked = script()
      .user('Why is it slow?')
      .says('The check counts every row of', {
        partType: 'error',
        reasoning: 'The query is the first thing to look at.',
        reasoningMs: 4_200,
        error: {
          code: 'LLM_ERROR',
          cause: 'LLM_NETWORK',
          ...sentenceFields(say`${'models.example.org'} closed the connection before the reply was complete.`),
        },
      })
      .user('Continue.')
      .says('', {
        partType: 'error',
        content: null,
        error: {
          code: 'LLM_ERROR',
          cause: 'LLM_AUTH_FAILED',
          status: 401,
          ...sentenceFields(
            say.all([
              say`${say`${'models.example.org'} answered ${401}: ${'Incorrect API key provided'}`}.`,
              say`Check this provider's key in Settings.`,
            ]),
          ),
        },
      });
    return { snapshot: snapshotFixture(), conversation: conversationFixture({ messages: talked.messages }) };
  },

  crashed: () => {
    const talked = script()
      .user('Publish it')
      .asks(
        'I build and then publish.',
        ['run_command', { command: 'npm run build' }],
        ['run_command', { command: 'npm publish' }],
        ['todo_write', {}],
      );
    talked.result('built', { duration: 5200, details: { exitCode: 0, bytes: 5 } });
    const last = talked.messages[1]?.id ?? '';
    return {
      snapshot: snapshotFixture(),
      conversation: conversationFixture({
        messages: talked.messages,
        openCalls: [
          {
            messageId: last,
            index: 1,
            state: 'unknown',
            printed: 'npm notice package: notes@1.2.0\nnpm notice files: 14',
          },
          { messageId: last, index: 2, state: 'not_started' },
        ],
        notices: [
          'messages.json ends with an incomplete message (212 bytes) that was never confirmed as saved. Everything before it is intact. When the conversation continues, those bytes are moved to a separate file.',
        ],
        hasEarlier: false,
      }),
    };
  },

  interrupted: () => {
    const talked = script()
      .user('Publish it')
      .asks(
        'I build and then publish.',
        ['run_command', { command: 'npm run build' }],
        ['write_file', { path: 'a.md' }],
      );
    talked.result('built', { duration: 5200, resolution: 'run_again', details: { exitCode: 0, bytes: 5 } });
    talked.result('The user marked it as done.', { resolution: 'mark_done' });
    return { snapshot: snapshotFixture(), conversation: conversationFixture({ messages: talked.messages }) };
  },

  refused: () => {
    const talked = script()
      .user('把昨天的日志读一遍，告诉我为什么健康检查失败了。')
      .asks('我先读日志。', ['run_command', { command: 'cat 日志/昨天.log' }])
      .result(texts.testOutput, { duration: 3400, details: { exitCode: 0, bytes: 900 } });
    const messageId = talked.messages.at(-1)?.id ?? '';
    talked.says('', {
      partType: 'error',
      content: null,
      error: {
        code: 'LLM_ERROR',
        cause: 'LLM_HTTP_ERROR',
        status: 400,
        message: "models.example.org answered 400: Invalid value for 'messages[3].content'.",
        item: { messageId, field: 'content' },
      },
    });
    return { snapshot: snapshotFixture(), conversation: conversationFixture({ messages: talked.messages }) };
  },

  limit: () => {
    const talked = talk().says('Stopped after 50 model turns, the limit for a run. Everything so far is saved.', {
      partType: 'note',
      error: { code: 'ENGINE_MAX_TURNS_EXCEEDED', message: 'limit' },
    });
    return { snapshot: snapshotFixture(), conversation: conversationFixture({ messages: talked.messages }) };
  },

  chinese: () => {
    const talked = chineseHealthTalk();
    return {
      snapshot: snapshotFixture(),
      conversation: conversationFixture({
        title: '把三月的账单按类别汇总，并生成一份图表',
        messages: talked.messages,
        projectId: 'p2',
      }),
    };
  },

  mentions: () => {
    const hash = 'a'.repeat(64);
    const file = { type: 'mention' as const, hash, kind: 'file' as const };
    const talked = script().user('').says(texts.chineseReply.slice(0, 120)).user('').says('I will look at them.');
    const [first, , second] = talked.messages;
    if (first?.role === 'user') {
      first.content = [
        { type: 'text', text: '请比较 ' },
        { ...file, path: 'src/健康检查.ts', range: { start: 10, end: 24 }, bytes: 612 },
        { type: 'text', text: ' 和 ' },
        { ...file, path: '文档/使用说明 第二版.md', bytes: 14_200 },
        { type: 'text', text: '，看看哪里不一致。' },
      ];
    }
    if (second?.role === 'user') {
      second.content = [
        { type: 'text', text: 'And ' },
        { ...file, path: 'src/health.ts', bytes: 2310 },
        { type: 'text', text: ', the folder ' },
        { ...file, kind: 'folder', path: 'docs/', bytes: 410 },
        { type: 'text', text: ', ' },
        { type: 'mention', path: 'src/none.ts', problem: 'No such file or folder.' },
        { type: 'text', text: ' and ' },
        {
          type: 'mention',
          path: '../other/secret.txt',
          problem: 'It contains "..". Use paths relative to the project folder.',
        },
        { type: 'text', text: ' please' },
      ];
    }
    return {
      snapshot: snapshotFixture(),
      conversation: conversationFixture({ conversationId: 'c3', messages: talked.messages, projectId: 'p2' }),
    };
  },

  removed: () => {
    const talked = talk();
    const messages = talked.messages.map((message, index) =>
      [0, 2, 8].includes(index) ? tombstoneOf(message, now(60)) : message,
    );
    return { snapshot: snapshotFixture(), conversation: conversationFixture({ messages }) };
  },

  empty: () => ({ snapshot: snapshotFixture(), conversation: null }),

  first: () => ({
    snapshot: snapshotFixture({ conversations: [], providers: [demoProvider], projects: [], startProjectId: null }),
    conversation: null,
  }),
};
