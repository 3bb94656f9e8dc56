// Caching of records between two requests must be invisible: with and without it the same is sent, checked and counted,
// however the history grows and whatever the user marks meanwhile.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildContext } from '../../electron/chat/context/contextBuilder.ts';
import { contextParts } from '../../electron/chat/context/contextParts.ts';
import { requestMemo } from '../../electron/chat/context/nextRequest.ts';
import { hasOpenCalls } from '../../electron/chat/recovery/recover.ts';
import { type ApiMessagesOptions, toApiMessages } from '../../electron/conversation/apiMessages.ts';
import { createMemo, type Memo } from '../../electron/conversation/memo.ts';
import { checkSequence } from '../../electron/conversation/sequence.ts';
import type { StoredBranch } from '../../electron/ports/store.ts';
import type { Marks } from '../../shared/conversation/marks.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { pairResults } from '../../shared/conversation/pairing.ts';
import { cite } from '../support/cite.ts';
import { deepFreeze } from '../support/deepFreeze.ts';
import { assistantMessage, call, conversationOf, toolMessage, userMessage } from '../support/messageBuilder.ts';
import { randomHistory } from '../support/randomHistory.ts';
import { volume } from '../support/volume.ts';

function everything(messages: Message[], marks: Marks, memo?: Memo, more: ApiMessagesOptions = {}) {
  const options: ApiMessagesOptions = {
    marks,
    mentionText: (hash) => (hash.length % 2 === 0 ? `text of ${hash}` : undefined),
    pinnedBefore: messages.slice(0, 1),
    ...more,
    ...(memo ? { memo } : {}),
  };
  const built = buildContext({ branch: messages, tools: [], model: 'm', strict: false, options });
  const branch = { messages, meta: { marks } } as unknown as StoredBranch;
  const { memo: _remembers, settled: _kept, ...rest } = built;
  return { built: rest, parts: contextParts(built, branch), settled: built.settled };
}

function expectSame(one: ReturnType<typeof everything>, other: ReturnType<typeof everything>): void {
  const [{ settled: _one, ...grown }, { settled: _other, ...anew }] = [one, other];
  expect(JSON.stringify(grown)).toBe(JSON.stringify(anew));
  expect(grown).toEqual(anew);
}

test(cite(['SEQ-1', 'PERF-8'], 'a cache that grows with the history changes nothing in the request'), {
  tags: ['all'],
}, () => {
  fc.assert(
    fc.property(randomHistory(20), fc.func(fc.boolean()), ({ messages, marks }, isMarked) => {
      const memo = createMemo();
      // Frozen, so that a changed cache entry would throw.
      deepFreeze(messages);
      for (let length = 1; length <= messages.length; length++) {
        const branch = messages.slice(0, length);
        const now = isMarked(length) ? marks : {};
        const remembered = everything(branch, now, memo);
        const plain = everything(branch, now);
        expectSame(remembered, plain);
        deepFreeze(remembered.built.placed);
      }
    }),
    { numRuns: volume({ short: 30, all: 150 }) },
  );
});

test('a very long context is first read in slices that yield, and the request is the same', {
  tags: ['all'],
}, async () => {
  const words = 'one two three four '.repeat(60);
  const long = conversationOf(
    Array.from({ length: 10_000 }, (_, at) => (at % 2 === 0 ? userMessage : assistantMessage)(`${at} ${words}`)),
  );
  const lasting = createMemo();
  let turns = 0;
  let goesOn = true;
  const count = (): void => {
    turns++;
    if (goesOn) setImmediate(count);
  };
  setImmediate(count);
  const memo = await requestMemo(long, lasting);
  goesOn = false;
  expect(memo).not.toBe(lasting);
  expect(await requestMemo(long.slice(0, 2_000), lasting)).toBe(lasting);
  expect(turns).toBeGreaterThan(1);
  expectSame(everything(long, {}, memo), everything(long, {}));
});

test(cite(['SEQ-1', 'PERF-3'], 'caching a very long context changes nothing, whatever changes'), {
  tags: ['all'],
}, async () => {
  // So long that a few records are a long context.
  const words = 'word '.repeat(900_000);
  const start = [
    userMessage(`the first ${words}`),
    assistantMessage('', [call('a', 'read_file')]),
    toolMessage('a', 'x'),
  ];
  const change = fc.constantFrom('append', 'cut', 'other branch', 'hide', 'pin');
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      const lasting = createMemo();
      let branch: Message[] = conversationOf(start);
      let marks: Marks = {};
      for (const [at, what] of changes.entries()) {
        const last = branch.at(-1)?.id ?? '';
        const said = at % 2 === 0 ? userMessage(`said ${at}`) : assistantMessage(`answered ${at}`);
        const added = { ...said, id: `${what}-${at}`, parentId: last } as Message;
        if (what === 'append') branch = [...branch, added];
        if (what === 'cut') branch = branch.slice(0, Math.max(3, branch.length - 2));
        if (what === 'other branch') branch = [...branch.slice(0, -1), added];
        if (what === 'hide') marks = { ...marks, [last]: { hidden: true, at: '' } };
        if (what === 'pin') marks = { ...marks, [last]: { pinned: true, at: '' } };
        const memo = await requestMemo(branch, lasting);
        expect(memo).not.toBe(lasting);
        expectSame(everything(branch, marks, memo), everything(branch, marks));
      }
    }),
    { numRuns: volume({ short: 2, all: 5 }) },
  );
});

test(cite('PERF-3', 'a growing long context is cached, and a shortened one is released'), async () => {
  const long = conversationOf([userMessage('x'.repeat(4_100_000)), assistantMessage('a'), userMessage('b')]);
  const lasting = createMemo();
  const memo = await requestMemo(long.slice(0, 2), lasting);
  expect(await requestMemo(long, lasting)).toBe(memo);
  expect(await requestMemo(long.slice(0, 1), lasting)).not.toBe(memo);
});

const turns = fc.array(
  fc.constantFrom(
    [userMessage('and then?'), assistantMessage('so')],
    [assistantMessage('', [call('a', 'read_file')]), toolMessage('a', 'found')],
    [
      assistantMessage('both', [call('b', 'read_file'), call('c', 'read_file')]),
      toolMessage('c', '2'),
      toolMessage('b', '1'),
    ],
    [assistantMessage('', [call('d', 'read_file')]), userMessage('meanwhile'), toolMessage('d', 'late')],
    [
      assistantMessage('', [call('d', 'read_file')]),
      { role: 'system' as const, partType: 'environment', content: 'another day' },
      toolMessage('d', 'late'),
    ],
    [assistantMessage('', [call('e', 'read_file')]), toolMessage('e', 'once'), toolMessage('e', 'twice')],
    [assistantMessage('', [call('e', 'read_file')])],
    [{ ...toolMessage('a', 'with images'), attachments: [{ hash: 'i1', mediaType: 'image/png' }] }],
    [
      {
        ...userMessage(''),
        content: [{ type: 'image', hash: 'i2', mediaType: 'image/png', name: 'i2.png', bytes: 9 }],
      },
    ],
    [{ ...userMessage(''), content: [{ type: 'mention', path: 'a.txt', hash: 'h1', kind: 'file' }] }],
  ),
  { minLength: 4, maxLength: 12 },
);
const step = fc.record({
  kind: fc.constantFrom('grow', 'grow', 'grow', 'grow', 'cut', 'mark', 'limit', 'gone', 'rewrite', 'compact'),
  at: fc.nat(40),
});

test(cite(
  ['SEQ-1', 'PERF-3'],
  'an incrementally built request equals one built from scratch, whatever changes in between',
), { tags: ['all'] }, () => {
  let reused = 0;
  const history = fc.oneof(
    randomHistory(20).map(({ messages }) => messages),
    turns.map((groups) => conversationOf(groups.flat() as Parameters<typeof conversationOf>[0])),
  );
  fc.assert(
    fc.property(history, fc.array(step, { minLength: 2, maxLength: 14 }), (source, steps) => {
      const memo = createMemo();
      let branch: Message[] = source.slice(0, 3);
      let marks: Marks = {};
      let before: unknown = null;
      let count = 9;
      let isGone = false;
      for (const { kind, at } of steps) {
        const id = branch[at % Math.max(1, branch.length)]?.id ?? '';
        if (kind === 'grow') branch = [...branch, ...source.slice(branch.length, branch.length + 1 + (at % 5))];
        if (kind === 'cut') branch = branch.slice(0, Math.max(1, branch.length - (at % 7)));
        if (kind === 'mark') marks = { ...marks, [id]: { [at % 2 ? 'hidden' : 'pinned']: at % 3 > 0, at: '' } };
        if (kind === 'limit') count = at % 3;
        if (kind === 'gone') isGone = !isGone;
        if (kind === 'rewrite') branch = branch.map((record) => (record.id === id ? otherWords(record) : record));
        if (kind === 'compact') {
          const compaction = { firstKeptId: id, clearedIds: [branch.at(-1)?.id ?? ''] };
          branch = [...branch, summaryOf(`m-summary-${branch.length}`, at % 2 ? 'so far' : '', compaction)];
        }
        const now: ApiMessagesOptions = {
          pinnedBefore: [],
          imageLimits: { bytes: 1_000, count, characters: 10_000 },
          imageData: (hash) => (isGone && hash === 'i1' ? undefined : 'aGVsbG8='),
        };
        const grown = everything(branch, marks, memo, now);
        expectSame(grown, everything(branch, marks, undefined, now));
        expect(hasOpenCalls(branch)).toBe(pairResults(branch).slots.some(({ result }) => result === null));
        if (grown.settled === before && grown.settled.records.length > 0) reused++;
        before = grown.settled;
      }
    }),
    { numRuns: volume({ short: 80, all: 400 }) },
  );
  expect(reused).toBeGreaterThan(volume({ short: 20, all: 100 }));
});

/** As on another branch in this position. */
function otherWords(record: Message): Message {
  return typeof record.content === 'string' ? ({ ...record, content: `${record.content} again` } as Message) : record;
}

function summaryOf(id: string, content: string, compaction: object): Message {
  const place = { v: 1, id, parentId: null, createdAt: '' };
  return { ...place, role: 'system', partType: 'summary', content, compaction } as Message;
}

const calls = conversationOf([
  userMessage('go'),
  assistantMessage('', [call('a', 'read_file')]),
  toolMessage('a', 'found'),
  assistantMessage('', [call('a', 'read_file')]),
  toolMessage('a', 'found again'),
  userMessage('and?'),
]);

test(cite('PERF-8', 'messages built for one request are reused in the next'), () => {
  const memo = createMemo();
  const first = toApiMessages(calls, { memo }).messages;
  const again = toApiMessages([...calls, ...conversationOf([userMessage('more')])], { memo }).messages;
  // The second call with the same ID gets another ID, and a reply was added: these are built per request.
  expect(first.map((message, index) => message === again[index])).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    true,
  ]);
});

test(cite('SEQ-7', 'the cache hides no violation: invalid sequences are detected each time'), () => {
  const memo = createMemo();
  const bad = [
    { role: 'user' as const, content: 'hello' },
    { role: 'assistant' as const, content: 'bad \ud800' },
    { role: 'user' as const, content: ' ' },
  ];
  for (let round = 0; round < 2; round++) expect(checkSequence(bad, memo)).toEqual(checkSequence(bad));
  expect(checkSequence(bad, memo).map(({ rule, index }) => `${index} ${rule}`)).toEqual([
    '2 user-not-empty',
    '1 well-formed',
  ]);
  // The same valid messages in an order that no provider accepts.
  const sound = [
    { role: 'user' as const, content: 'a' },
    { role: 'user' as const, content: 'b' },
  ];
  for (let round = 0; round < 2; round++) {
    expect(checkSequence(sound, memo).map(({ rule }) => rule)).toEqual(['roles-alternate']);
  }
});
