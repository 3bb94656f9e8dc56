import { expect, test } from 'vitest';
import { spillThresholdBytes } from '../../../electron/conversation/formats.ts';
import type { SearchRequest } from '../../../electron/ports/search.ts';
import type { SearchHit } from '../../../shared/features/search/methods.ts';
import { cite } from '../../support/cite.ts';
import { assistantMessage, call, toolMessage, userMessage } from '../../support/messageBuilder.ts';
import { type OpenedSearch, openSearch } from '../../support/openSearch.ts';
import { okValue } from '../../support/result.ts';

async function found(opened: OpenedSearch, limits: Partial<SearchRequest>, limit = 50): Promise<SearchHit[]> {
  await opened.search.bringUpToDate();
  const hits: SearchHit[] = [];
  let cursor: string | null = null;
  do {
    const answer: { hits: SearchHit[]; cursor: string | null } = okValue(
      await opened.search.query({ text: 'walrus', projectId: null, limit, cursor, ...limits }),
    );
    hits.push(...answer.hits);
    ({ cursor } = answer);
  } while (cursor !== null);
  return hits;
}

const parts = (hits: readonly SearchHit[]): string =>
  hits
    .map(({ part, role }) => (part === 'content' ? role : part))
    .toSorted()
    .join(' ');

async function filled(): Promise<OpenedSearch & { first: string; second: string }> {
  const opened = await openSearch();
  const large = `${'x '.repeat(spillThresholdBytes)} walrus at the end`;
  const asked = [
    call('c1', 'read_file', '{"path":"walrus.txt"}'),
    call('c2', 'run_command', '{"command":"ls walrus"}'),
  ];
  const first = await opened.conversation([
    userMessage('Where is the walrus?'),
    assistantMessage('The walrus: I look.', asked),
    toolMessage('c1', 'a walrus in a file'),
    toolMessage('c2', large, { toolName: 'run_command', outcome: 'error' }),
    assistantMessage('No walrus.'),
  ]);
  const second = await opened.conversation([userMessage('Another walrus.')]);
  okValue(await opened.store.updateMeta(second, (meta) => ({ ...meta, title: 'Walrus watching' })));
  opened.search.changed(second);
  return { ...opened, first, second };
}

test(cite('UI-3', 'a search is limited to kinds of text, to tools and to a conversation'), {
  tags: ['all'],
}, async () => {
  const opened = await filled();
  expect(parts(await found(opened, {}))).toBe('arguments arguments assistant assistant result result title user user');
  expect(parts(await found(opened, { kinds: ['prompt'] }))).toBe('user user');
  expect(parts(await found(opened, { kinds: ['reply'] }))).toBe('assistant assistant');
  expect(parts(await found(opened, { kinds: ['arguments', 'title'] }))).toBe('arguments arguments title');
  expect(parts(await found(opened, { kinds: ['result'] }))).toBe('result result');
  const failed = await found(opened, { kinds: ['error'] });
  expect(failed.map(({ part, toolName }) => [part, toolName])).toEqual([['result', 'run_command']]);
  const ofTool = await found(opened, { tools: ['run_command'] });
  expect(parts(ofTool)).toBe('arguments result');
  expect(parts(await found(opened, { conversationId: opened.second }))).toBe('user');
  expect(parts(await found(opened, { conversationId: opened.first, kinds: ['prompt', 'result'] }))).toBe(
    'result result user',
  );
  expect(await found(opened, { conversationId: 'nobody' })).toEqual([]);
});

test(cite('UI-3', 'a limited search returns the same hits page by page'), { tags: ['all'] }, async () => {
  const opened = await filled();
  for (const limits of [
    { kinds: ['arguments' as const] },
    { tools: ['run_command'] },
    { conversationId: opened.first },
  ]) {
    const whole = await found(opened, limits);
    expect(await found(opened, limits, 1)).toEqual(whole);
  }
});

test(cite('UI-3', 'a search is limited to a time'), { tags: ['all'] }, async () => {
  const opened = await filled();
  const hits = await found(opened, { conversationId: opened.first });
  const times = hits.map(({ createdAt }) => createdAt).toSorted();
  const [earliest, last] = [times[0] as string, times.at(-1) as string];
  expect(await found(opened, { conversationId: opened.first, from: earliest, to: last })).toEqual(hits);
  const before = new Date(Date.parse(earliest) - 1).toISOString();
  const after = new Date(Date.parse(last) + 60_000).toISOString();
  expect(await found(opened, { conversationId: opened.first, to: before })).toEqual([]);
  expect(await found(opened, { from: after })).toEqual([]);
});
