// Turns of thirty calls: finished and collapsed, expanded, still running, and one that changed many files.

import type { Message } from '../../shared/conversation/message.ts';
import { snapshotFixture } from './appFixture.ts';
import { conversationFixture, type Script, script } from './conversationFixture.ts';
import type { Scene } from './scene.ts';
import * as texts from './texts.ts';

const english = {
  ask: 'The export is slow since last week. Find out why and make it fast again.',
  steps: [
    'I look at how the export is built first.',
    'The query reads every row twice. I check who calls it.',
    'Now I change the query and run the tests.',
  ],
  answer:
    'The export read every row twice: once to count, once to write. It counts while it writes now, and takes **1.8 s** instead of 14.\n\nOne test of the old order failed and is adapted.',
  next: 'Does it keep its order?',
  last: 'Yes, the rows stay in the order of the query.',
};

const chinese: typeof english = {
  ask: '导出功能从上周开始变慢，请找出原因并恢复速度。',
  steps: ['我先看一下导出是如何构建的。', '查询把每一行读了两遍，我检查一下谁在调用它。', '现在修改查询并运行测试。'],
  answer:
    '导出把每一行读了两遍：一遍计数，一遍写出。现在边写边计数，耗时从 14 秒降到 **1.8 秒**。\n\n有一个旧顺序的测试失败了，已经调整。',
  next: '顺序不变吗？',
  last: '不变，仍然是查询返回的顺序。',
};

/** A turn of thirty calls; `answered`: it has finished. */
function longTurn(words = english, answered = true, talk: Script = script()): Message[] {
  const [look = '', who = '', change = ''] = words.steps;
  const read = (path: string): void => {
    talk
      .asks(null, ['read_file', { path }])
      .result(texts.fileText, { duration: 4, details: { lines: { start: 1, end: 86, total: 86 }, bytes: 3_100 } });
  };
  talk
    .user(words.ask)
    .asks(look, ['list_files', { path: 'src' }])
    .result(texts.listing, { duration: 12, details: { entries: 24, bytes: 410 } });
  for (let at = 0; at < 9; at++) read(`src/export/part${at}.ts`);
  for (let at = 0; at < 4; at++)
    talk
      .asks(at === 0 ? who : null, ['search_files', { pattern: `exportRows${at}` }])
      .result(texts.matches, { duration: 48, details: { matches: 3 + at, files: 2, bytes: 300 } });
  for (let at = 0; at < 10; at++) read(`src/routes/report${at}.ts`);
  const changed = (path: string, added: number, removed: number) => ({
    duration: 9,
    details: { bytes: 60, changes: { files: [{ path, kind: 'modified', added, removed }] } },
  });
  talk
    .asks(change, ['edit_file', { path: 'src/export/rows.ts', old_text: 'a', new_text: 'b' }])
    .result('ok', changed('src/export/rows.ts', 12, 31))
    .asks(null, ['run_command', { command: 'npm test -- export' }])
    .result(texts.testOutput, { outcome: 'error', duration: 3400, details: { exitCode: 1, bytes: 900 } })
    .asks(null, ['edit_file', { path: 'test/export.test.ts', old_text: 'a', new_text: 'b' }])
    .result('ok', changed('test/export.test.ts', 2, 2))
    .asks(null, ['run_command', { command: 'npm test -- export' }])
    .result(texts.testOutput, { duration: 3100, details: { exitCode: 0, bytes: 800 } })
    .asks(null, ['mcp__github__list_issues', { label: 'export' }], ['mcp__github__get_issue', { number: 214 }])
    .result('[]', { duration: 310 })
    .result('{}', { duration: 280 });
  if (!answered) return talk.messages;
  talk.says(words.answer);
  // A turn folds when the next one begins.
  return talk.user(words.next).says(words.last).messages;
}

function scene(messages: Message[], more: Partial<Scene> = {}): Scene {
  return { snapshot: snapshotFixture(), conversation: conversationFixture({ messages }), ...more };
}

function manyChanges(): Message[] {
  const talk = script().user('Rename the setting everywhere.');
  for (let at = 0; at < 14; at++) {
    const path = `packages/harbour/src/settings/section${at}.ts`;
    talk.asks(null, ['edit_file', { path, old_text: 'a', new_text: 'b' }]).result('ok', {
      duration: 6,
      details: { changes: { files: [{ path, kind: 'modified', added: 2, removed: 2 }] } },
    });
  }
  return talk
    .asks(null, ['read_file', { path: 'src/a.ts' }], ['read_file', { path: 'src/b.ts' }])
    .result('x')
    .result('x')
    .says('It has its new name everywhere.')
    .user('Thanks.')
    .says('You’re welcome.').messages;
}

export const turnScenes: Record<string, () => Scene> = {
  turnFolded: () => scene(longTurn()),
  turnFoldedChinese: () => scene(longTurn(chinese)),
  turnUnfolded: () => scene(longTurn(), { view: { openFolds: { 'turn:m1': true } } }),
  turnRuns: () => {
    const messages = longTurn(english, false);
    const run = { runId: 'r', startedAt: new Date().toISOString(), phase: 'model' as const };
    return { ...scene(messages), conversation: conversationFixture({ messages, run }) };
  },
  turnManyChanges: () => scene(manyChanges()),
};
