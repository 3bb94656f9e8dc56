// Context panel: empty, a third full, nearly full with every possible action, and in Chinese.

import type { Marks } from '../../../../shared/conversation/marks.ts';
import type { SystemMessage } from '../../../../shared/conversation/message.ts';
import {
  type CompactionInfo,
  type ContextItem,
  type ContextKind,
  type ContextReport,
  contextKinds,
} from '../../../../shared/features/context/methods.ts';
import { callSentence } from '../../../../shared/features/tools/toolInfo.ts';
import { snapshotFixture } from '../../appFixture.ts';
import { conversationFixture, type Script } from '../../conversationFixture.ts';
import { chineseHealthTalk, healthTalk } from '../../healthTalk.ts';
import type { Scene } from '../../scene.ts';
import * as texts from '../../texts.ts';

interface Entry {
  id: string;
  kind: ContextKind;
  label: string;
  tokens: number;
  change?: Partial<ContextItem>;
}

function report(entries: readonly Entry[], change: Partial<ContextReport> = {}): ContextReport {
  let after = entries.reduce((sum, { tokens }) => sum + tokens, 0);
  const items = entries.map(({ id, kind, label, tokens, change: more }): ContextItem => {
    after -= tokens;
    return {
      messageId: id,
      kind,
      label,
      tokens,
      saves: tokens,
      tokensAfter: after,
      state: 'sent',
      pinned: false,
      ...more,
    };
  });
  const frame = [
    { kind: 'system' as const, tokens: 1_240, count: 1 },
    { kind: 'tools' as const, tokens: 3_310, count: 12 },
  ];
  const parts = contextKinds.flatMap((kind) => {
    const of = items.filter((item) => item.kind === kind && item.tokens > 0);
    return of.length > 0 ? [{ kind, tokens: of.reduce((sum, { tokens }) => sum + tokens, 0), count: of.length }] : [];
  });
  const all = [...frame, ...parts];
  return {
    model: { provider: 'environment', model: 'atlas-large' },
    window: { tokens: 128_000, source: 'family' },
    used: all.reduce((sum, { tokens }) => sum + tokens, 0),
    compactAt: 102_400,
    method: 'usage',
    parts: all,
    items,
    compactions: [],
    lastUsage: { inputTokens: 41_200, cachedInputTokens: 38_016 },
    ...change,
  };
}

function talk(): Script {
  return healthTalk().says(texts.reply);
}

/** A context entry named after its calls, as the host names it. */
function named(id: string, kind: 'calls' | 'results', tokens: number, ...asked: [name: string, args: object][]): Entry {
  const done = kind === 'results';
  const calls = asked.map(([name, args]) => ({ name, arguments: JSON.stringify(args) }));
  const label = calls.map((call) => callSentence(call.name, call.arguments, done)).join('; ');
  return { id, kind, label, tokens, change: { words: { type: 'calls', done, calls } } };
}

const changed = (entry: Entry, change: Partial<ContextItem>): Entry => ({
  ...entry,
  change: { ...entry.change, ...change },
});

const entries = (large: number): Entry[] => [
  {
    id: 'm0',
    kind: 'user',
    label: 'The health check has become slow. Find out why, and fix it if it is simple.',
    tokens: 24,
  },
  { id: 'm1', kind: 'assistant', label: 'I will look at the project first.', tokens: 12 },
  named('m1', 'calls', 58, ['list_files', {}], ['search_files', { pattern: 'count\\(\\*\\)' }]),
  named('m2', 'results', 1_410, ['list_files', {}]),
  named('m3', 'results', Math.round(large * 0.3), ['search_files', { pattern: 'count\\(\\*\\)' }]),
  named('m4', 'calls', 31, ['read_file', { path: 'src/health.ts' }]),
  named('m5', 'results', large, ['read_file', { path: 'src/health.ts' }]),
  {
    id: 'm6',
    kind: 'assistant',
    label: 'The health check is slow because it counts every row of events on each call.',
    tokens: 612,
  },
];

const environment: SystemMessage = {
  v: 1,
  id: 'e1',
  parentId: null,
  createdAt: '2026-03-03T09:00:00Z',
  role: 'system',
  partType: 'environment',
  content: '[Environment]\nDate: 2026-03-03\nOperating system: Linux\nProject folder: /home/mei/src/harbour-api',
  environment: { about: 'moment' },
};

function scene(messages: Scene['conversation'], context: ContextReport): Scene {
  return { snapshot: snapshotFixture(), conversation: messages, context, panel: 'context' };
}

const compactions: CompactionInfo[] = [
  {
    messageId: 's1',
    createdAt: '2026-03-03T09:12:00Z',
    summarised: false,
    cleared: 14,
    tokensBefore: 103_120,
    tokensAfter: 61_400,
    undone: false,
    superseded: false,
  },
  {
    messageId: 's2',
    createdAt: '2026-03-03T10:40:00Z',
    summarised: true,
    cleared: 0,
    tokensBefore: 104_006,
    tokensAfter: 22_310,
    undone: true,
    superseded: false,
  },
];

export const contextScenes: Record<string, () => Scene> = {
  contextEmpty: () =>
    scene(
      conversationFixture({ messages: [] }),
      report([], {
        method: 'estimate',
        window: { tokens: 32_768, source: 'default' },
        compactAt: 26_214,
        lastUsage: null,
      }),
    ),

  context: () => scene(conversationFixture({ messages: talk().messages }), report(entries(28_000))),

  contextFull: () => {
    const at = '2026-03-03T11:00:00Z';
    const marks: Marks = { m3: { hidden: true, at }, m6: { pinned: true, at }, m0: { hidden: true, at } };
    const list = [
      {
        id: 's2',
        kind: 'summary',
        label: 'The person wants the health check to be fast. It counted every row…',
        tokens: 1_830,
      } as const,
      { id: 'e1', kind: 'environment', label: 'Today is Tuesday, 3 March 2026.', tokens: 41 } as const,
      ...entries(73_000).map((entry): Entry => {
        if (entry.id === 'm0') return { ...entry, tokens: 0, change: { state: 'hidden', saves: 24 } };
        if (entry.id === 'm2')
          return { ...entry, tokens: 38, change: { ...entry.change, state: 'cleared', saves: 1_372 } };
        if (entry.id === 'm3')
          return { ...entry, tokens: 14, change: { ...entry.change, state: 'hidden', saves: 19_186 } };
        return entry.id === 'm6' ? { ...entry, change: { pinned: true } } : entry;
      }),
      ...Array.from({ length: 240 }, (_, index): Entry => {
        const path = `packages/harbour/src/routes/internal/reporting/monthlyAggregation${index}.ts`;
        return named(`x${index}`, 'results', 140 - (index % 90), ['read_file', { path, offset: 1, limit: 800 }]);
      }),
    ];
    const messages = [environment, ...talk().messages];
    const full = scene(conversationFixture({ messages, marks }), report(list, { compactions }));
    return { ...full, view: { openParts: { e1: true } } };
  },

  contextChinese: () => {
    const talked = chineseHealthTalk();
    const list: Entry[] = [
      {
        id: 'm0',
        kind: 'user',
        label:
          '健康检查变慢了，请找出原因；如果改起来简单，就直接修好。顺便把三月的账单按类别汇总，并生成一份图表，图表里请注明每一类的同比变化',
        tokens: 31,
      },
      {
        id: 'm1',
        kind: 'mentions',
        label: 'src/健康检查.ts, 文档/记账本/三月/按类别汇总的账单明细与图表数据来源说明.md',
        tokens: 9_480,
      },
      changed(named('m2', 'results', 410, ['list_files', {}]), { pinned: true }),
      changed(named('m3', 'results', 14_200, ['read_file', { path: 'src/健康检查.ts' }]), {
        state: 'cleared',
        tokens: 38,
        saves: 14_162,
      }),
      {
        id: 'm4',
        kind: 'assistant',
        label:
          '健康检查之所以慢，是因为每次调用都会统计 events 表的全部行数。表里有四千八百万行，一次统计需要 1.8 秒。',
        tokens: 388,
      },
    ];
    const conversation = conversationFixture({
      title: '把三月的账单按类别汇总，并生成一份图表',
      messages: talked.messages,
      projectId: 'p2',
    });
    return scene(conversation, report(list, { window: { tokens: 64_000, source: 'settings' }, compactAt: 51_200 }));
  },
};
