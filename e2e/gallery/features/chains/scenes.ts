// Call chains: empty, one call, two thousand, parallel calls with a sub-agent, waiting, stalled, and in Chinese; and the page
// of calls from all conversations.

import { chainWords } from '../../../../renderer/features/chains/words.ts';
import { chainSummary } from '../../../../shared/conversation/callSummaries.ts';
import type { Message, ToolMessage } from '../../../../shared/conversation/message.ts';
import { ok } from '../../../../shared/core/errors.ts';
import type { CallMatch, ChainAnswer } from '../../../../shared/features/chains/methods.ts';
import { snapshotFixture } from '../../appFixture.ts';
import { approval, conversationFixture, script } from '../../conversationFixture.ts';
import type { Scene } from '../../scene.ts';
import * as texts from '../../texts.ts';

/** Chosen so that the scene with running calls ends now. */
const start = Date.now() - 1_962_000;

interface Asked {
  name: string;
  args: unknown;
  /** Start in ms after the request. */
  after?: number;
  took?: number;
  waited?: number;
  says?: string;
  more?: Partial<ToolMessage>;
}

/** Builds a conversation with timestamps: each turn starts `at` seconds after the first. */
function timed(prefix: string, turns: { at: number; words: string; replies: Asked[][] }[]): Message[] {
  const messages: Message[] = [];
  const base = (at: number) => ({
    v: 1,
    id: `${prefix}${messages.length}`,
    parentId: messages.at(-1)?.id ?? null,
    createdAt: new Date(at).toISOString(),
  });
  for (const { at, words, replies } of turns) {
    let now = start + at * 1000;
    messages.push({ ...base(now), role: 'user', content: words });
    for (const asked of replies) {
      now += 1800;
      const made = base(now);
      const calls = asked.map(({ name, args }, index) => ({
        id: `${made.id}_${index}`,
        type: 'function' as const,
        function: { name, arguments: JSON.stringify(args) },
      }));
      messages.push({ ...made, role: 'assistant', content: null, tool_calls: calls });
      let end = now;
      for (const [index, { name, after = 40, took = 30, waited = 0, says = texts.listing, more }] of asked.entries()) {
        const startedAt = new Date(now + after + waited).toISOString();
        end = Math.max(end, now + after + waited + took);
        const wait = waited > 0 ? { waitedMs: waited } : {};
        const result = { tool_call_id: `${made.id}_${index}`, toolName: name, content: says, outcome: 'ok' as const };
        messages.push({ ...base(end), role: 'tool', ...result, startedAt, duration: took, ...wait, ...more });
      }
      now = end;
    }
  }
  return messages;
}

const read = (path: string, took = 12): Asked => ({ name: 'read_file', args: { path }, took });

function busyTalk(): Message[] {
  return timed('k', [
    {
      at: 0,
      words: 'The health check has become slow. Find out why, and fix it if it is simple.',
      replies: [
        [
          { name: 'list_files', args: { path: 'src' }, took: 160 },
          { name: 'search_files', args: { pattern: 'count\\(\\*\\)' }, took: 2400 },
          { name: 'fetch_url', args: { url: 'https://status.example.org/health' }, took: 3900, after: 90 },
        ],
        [read('src/health.ts', 240)],
        [
          {
            name: 'run_agent',
            args: { task: 'Measure the query on a copy of the database', title: 'Measure the query' },
            took: 14_000,
            says: 'The query takes 1.8 s: it counts every row.',
            more: { details: { agent: { conversationId: 'agent', title: 'Measure the query', calls: 3 } } },
          },
        ],
        [
          {
            name: 'edit_file',
            args: { path: 'src/health.ts', old_text: 'count(*)', new_text: 'exists' },
            waited: 12_400,
            took: 60,
            says: 'Edited 1 place in src/health.ts',
            more: { details: { changes: { files: [{ path: 'src/health.ts', kind: 'modified' }] } } },
          },
        ],
        [
          {
            name: 'run_command',
            args: { command: 'npm test' },
            took: 7200,
            says: texts.testOutput,
            more: { outcome: 'error', details: { exitCode: 1, bytes: 9_400 } },
          },
        ],
      ],
    },
    {
      at: 1900,
      words: 'Run the tests one after the other, please, and clean up the old fixtures that nobody needs any more.',
      replies: [
        [{ name: 'run_command', args: { command: 'npm test -- health' }, took: 1300 }],
        [{ name: 'run_command', args: { command: 'npm test -- routes' }, took: 900 }],
        [{ name: 'run_command', args: { command: 'npm test -- reports' }, took: 1100 }],
        [{ name: 'run_command', args: { command: 'npm test -- billing' }, took: 31_000 }],
        [
          {
            name: 'run_command',
            args: { command: 'rm -r test/fixtures/old' },
            waited: 4000,
            more: { outcome: 'denied' },
            took: 0,
            says: 'Error: the person said no.',
          },
        ],
      ],
    },
  ]);
}

function agentTalk(): Message[] {
  return timed('g', [
    {
      at: 8,
      words: 'Measure the query on a copy of the database',
      replies: [
        [read('db/schema.sql', 300), read('db/seed.sql', 900)],
        [{ name: 'run_command', args: { command: 'psql -f measure.sql copy' }, took: 7800, says: '1.8 s' }],
      ],
    },
  ]);
}

function panel(
  messages: Message[],
  change: Parameters<typeof conversationFixture>[0] = {},
  more: Partial<Scene> = {},
): Scene {
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({ messages, ...change }),
    panel: 'chain',
    ...more,
  };
}

function busy(): Scene {
  const messages = busyTalk();
  const asks = {
    v: 1,
    id: 'live',
    parentId: messages.at(-1)?.id ?? null,
    createdAt: new Date(start + 1_950_000).toISOString(),
    role: 'assistant' as const,
    content: 'I look once more.',
    tool_calls: [
      {
        id: 'l0',
        type: 'function' as const,
        function: { name: 'run_command', arguments: '{"command":"npm run build"}' },
      },
      {
        id: 'l1',
        type: 'function' as const,
        function: { name: 'run_command', arguments: '{"command":"npm publish"}' },
      },
    ],
  };
  const agent = conversationFixture({ conversationId: 'agent', title: 'Measure the query', messages: agentTalk() });
  const at = (seconds: number): string => new Date(start + 1_950_000 + seconds * 1000).toISOString();
  return panel(
    [...messages, asks],
    {
      run: { runId: 'r', startedAt: at(0), phase: 'tools' },
      calls: [
        { messageId: 'live', index: 0, state: 'running', startedAt: at(1), output: 'building…' },
        approval('live', 1, { askedAt: at(2) }),
      ],
    },
    { others: [agent] },
  );
}

/** Two thousand calls, or the number in the URL. */
function many(): Message[] {
  const wanted = Number(new URLSearchParams(location.search).get('calls') ?? 2000);
  const tools: ((n: number) => Asked)[] = [
    (n) => read(`src/routes/route${n}.ts`, 8 + ((n * 37) % 60)),
    (n) => ({ name: 'search_files', args: { pattern: `handler${n}` }, took: 80 + ((n * 91) % 700) }),
    (n) => ({ name: 'edit_file', args: { path: `src/routes/route${n}.ts`, old_text: 'a', new_text: 'b' }, took: 20 }),
    (n) => ({
      name: 'run_command',
      args: { command: `npm test -- route${n}` },
      took: 400 + ((n * 577) % 5000),
      ...(n % 9 === 0 ? { says: texts.testOutput, more: { outcome: 'error' as const } } : {}),
    }),
  ];
  return timed(
    'n',
    Array.from({ length: Math.ceil(wanted / 40) }, (_, turn) => ({
      at: turn * 600,
      words: `Go through package ${turn + 1} and bring its routes to the new form.`,
      replies: Array.from({ length: 40 }, (_, n) => [tools[n % tools.length]?.(turn * 40 + n) as Asked]),
    })),
  );
}

function chinese(): Message[] {
  return timed('z', [
    {
      at: 0,
      words: '健康检查变慢了，请找出原因；如果改起来简单，就直接修好，并把三月的账单按类别汇总。',
      replies: [
        [
          { name: 'list_files', args: { path: '文档' }, took: 160, says: '记账本.md\n使用说明 第二版.md' },
          {
            name: 'search_files',
            args: { pattern: '按类别汇总' },
            took: 1400,
            says: '文档/记账本.md:12: 按类别汇总的账单明细',
          },
        ],
        [{ ...read('src/健康检查.ts', 240), says: '导出函数 健康检查()' }],
        [
          {
            name: 'run_command',
            args: { command: 'npm test -- 健康检查' },
            waited: 15_000,
            took: 5200,
            says: '错误：测试失败，预期 200，实际 503',
            more: { outcome: 'error' },
          },
        ],
      ],
    },
    { at: 7300, words: '再试一次。', replies: [[{ name: 'run_command', args: { command: 'npm test' }, took: 2600 }]] },
  ]);
}

function foundCalls(messages: Message[], count: number): CallMatch[] {
  const { calls } = chainSummary('current', messages);
  return Array.from({ length: count }, (_, n): CallMatch => {
    const call = calls[calls.length - 1 - (n % calls.length)] as CallMatch;
    const title = ['Find why the health check is slow', '把三月的账单按类别汇总，并生成一份图表', 'Move the old site'][
      n % 3
    ];
    const text = `expected 200, got 503 in ${n}`;
    return {
      ...call,
      ...(n < calls.length ? {} : { messageId: `${call.messageId}-${n}` }),
      askedAt: new Date(Date.now() - n * 5_400_000).toISOString(),
      title: title ?? '',
      projectId: ['p1', 'p2', 'p3'][n % 3] ?? 'p1',
      within: n % 7 === 3 ? { conversationId: 'current', messageId: 'k0', index: 0, title: 'Move the old site' } : null,
      match: n % 4 === 1 ? { part: 'result', place: 0, snippet: text, ranges: [[9, 12]] } : null,
    };
  });
}

function page(answer: ChainAnswer, messages: Message[] = busyTalk()): Scene {
  const tools = ['read_file', 'run_command', 'search_files', 'edit_file'].map((name, n) => ({
    name,
    count: 900 - n * 210,
  }));
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({ messages }),
    view: { page: 'chains' },
    handlers: {
      'chain.query': async () => ok(answer),
      'chain.facets': async () => ok({ tools: answer.calls.length > 0 ? tools : [] }),
    },
  };
}

/** The same scene as a timeline. */
function overTime(scene: Scene, ...press: string[]): Scene {
  return { ...scene, press: [named(chainWords.waterfall), ...press] };
}

function named(label: string): string {
  return `[data-chain-panel] [aria-label="${label}"]`;
}

const whole = { more: false, cursor: null, complete: true, done: 214, total: 214 };

export const chainScenes: Record<string, () => Scene> = {
  chainEmpty: () => panel([]),
  chainOne: () =>
    panel(
      script().user('List the files.').asks(null, ['list_files', {}]).result(texts.listing, { duration: 12 }).messages,
    ),
  chainBusy: busy,
  chainMany: () => panel(many()),
  chainTime: () => overTime(busy()),
  chainTimeMany: () => overTime(panel(many())),
  chainTimeWhole: () => overTime(panel(many()), named(chainWords.fit)),
  chainFiltered: () => overTime(busy(), named(chainWords.filters(0))),
  chainChinese: () => panel(chinese(), { title: '把三月的账单按类别汇总', projectId: 'p2' }),
  chainsPage: () => page({ calls: foundCalls(busyTalk(), 60), ...whole }),
  chainsPageEmpty: () => page({ calls: [], ...whole, done: 0, total: 0 }),
  chainsPageIndexing: () => page({ calls: foundCalls(chinese(), 3), ...whole, complete: false, done: 120 }, chinese()),
};
