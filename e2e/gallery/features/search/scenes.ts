// Search: the palette, the search page in each state, finding in a conversation, shortcuts and their settings.

import { fail, ok } from '../../../../shared/core/errors.ts';
import type { SearchAnswer, SearchHit } from '../../../../shared/features/search/methods.ts';
import { snapshotFixture } from '../../appFixture.ts';
import { conversationFixture } from '../../conversationFixture.ts';
import { healthTalk } from '../../healthTalk.ts';
import type { Scene } from '../../scene.ts';
import * as texts from '../../texts.ts';

const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

const common = { projectId: 'p1', callIndex: null, toolName: null, place: 0 } as const;

function hit(change: Partial<SearchHit> & { snippet: string }, word: string): SearchHit {
  const ranges: [number, number][] = [];
  const lower = change.snippet.toLowerCase();
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length))
    ranges.push([at, at + word.length]);
  return {
    ...common,
    conversationId: 'c1',
    title: 'Make the health check quick again',
    messageId: 'm1',
    role: 'assistant',
    part: 'content',
    createdAt: ago(4),
    ranges,
    ...change,
  };
}

const hits: SearchHit[] = [
  hit({ part: 'title', role: null, messageId: null, snippet: 'Make the health check quick again' }, 'health'),
  hit({ snippet: 'The health check is slow because it counts every row of events on each call.' }, 'health'),
  hit(
    {
      part: 'result',
      role: 'tool',
      toolName: 'read_file',
      createdAt: ago(7),
      snippet:
        "  1 import { count } from './store.ts';  2  3 export async function health(): Promise<Health> {  4   const rows = await count('events');",
    },
    'health',
  ),
  hit(
    {
      part: 'arguments',
      role: 'assistant',
      callIndex: 0,
      toolName: 'edit_file',
      createdAt: ago(9),
      snippet: '{"path":"src/health.ts","old_text":"const rows = await count","new_text":"const rows = await exists"}',
    },
    'health',
  ),
  hit(
    {
      conversationId: 'c2',
      title: '修复健康检查 health 的超时',
      part: 'content',
      role: 'user',
      createdAt: ago(60 * 26),
      snippet: '健康检查 health 超时了，请看一下 src/health.ts 为什么要统计所有的行，然后把它改成只检查一行是否存在。',
    },
    'health',
  ),
  hit(
    {
      conversationId: 'c3',
      title:
        'A very long title that does not fit into the line it has, because somebody pasted a whole sentence into it',
      part: 'error',
      createdAt: ago(60 * 24 * 9),
      snippet: 'The server answered 503: health probe failed for upstream "api-gateway-eu-central-1.internal.example"',
    },
    'health',
  ),
];

const whole = { more: false, cursor: null, complete: true, done: 40, total: 40 } as const;

function scene(answer: Partial<SearchAnswer> | 'failed' | 'tooShort', view: Scene['view'], text?: string): Scene {
  const { messages } = healthTalk().says(texts.reply);
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({ messages }),
    ...(view ? { view } : {}),
    ...(text === undefined ? {} : { searched: text }),
    handlers: {
      'search.query': async ({ limit, kinds }) =>
        answer === 'failed'
          ? fail('STORE_READ_FAILED', 'The search index could not be read. It is being rebuilt; try again in a moment.')
          : answer === 'tooShort'
            ? fail('PARAMS_INVALID', 'Type at least three characters.', { reason: 'too_short' })
            : ok({
                ...whole,
                ...answer,
                hits: (answer.hits ?? []).filter(({ part }) => kinds.length === 0 || part !== 'title').slice(0, limit),
              }),
      'chain.facets': async () =>
        ok({ tools: ['read_file', 'run_command', 'edit_file'].map((name) => ({ name, count: 3 })) }),
    },
  };
}

export const findScenes: Record<string, () => Scene> = {
  palette: () => scene({ hits }, { paletteOpen: true }),
  paletteTyped: () => scene({ hits }, { paletteOpen: true, typed: 'health' }),
  paletteCommands: () => scene({ hits }, { paletteOpen: true, typed: '>' }),
  paletteNothing: () => scene({}, { paletteOpen: true, typed: 'qqqzzzxx' }),
  search: () => scene({ hits }, { page: 'search' }, 'health'),
  searchStart: () => scene({}, { page: 'search' }),
  searchNothing: () => scene({}, { page: 'search' }, 'walrus'),
  searchIndexing: () => scene({ hits: hits.slice(0, 3), complete: false, done: 12 }, { page: 'search' }, 'health'),
  searchFailed: () => scene('failed', { page: 'search' }, 'health'),
  searchShort: () => scene('tooShort', { page: 'search' }, 'he'),
  find: () => ({
    ...scene({ hits: hits.slice(1, 4).map((each) => ({ ...each, conversationId: 'current', messageId: 'm6' })) }, {}),
    found: 'health',
  }),
  shortcuts: () => scene({}, { dialog: { type: 'shortcuts' } }),
  keyboard: () => ({
    ...scene({}, { dialog: { type: 'settings', section: 'keyboard' } }),
    snapshot: snapshotFixture({
      settings: { ...snapshotFixture().settings, shortcuts: { 'panel.chain': 'Mod+Shift+U', 'copy.lastReply': '' } },
    }),
  }),
  notifications: () => scene({}, { dialog: { type: 'settings', section: 'notifications' } }),
};
