// Random histories in every sendable format, checked against independently written rules. THROUGHLINE_SEED selects
// them; THROUGHLINE_TESTS=long tries a hundred thousand and more.

import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { toApiMessages } from '../../../electron/conversation/apiMessages.ts';
import { repairMessages } from '../../../electron/conversation/repairMessages.ts';
import { checkSequence } from '../../../electron/conversation/sequence.ts';
import type { ModelRequest } from '../../../electron/ports/provider.ts';
import { createReadDepthTest } from '../../../electron/stores/log/readDepth.ts';
import type { ApiMessage } from '../../../shared/conversation/apiMessage.ts';
import { isHidden, isPinned } from '../../../shared/conversation/marks.ts';
import { callsOf, textOf } from '../../../shared/conversation/message.ts';
import { repairHistory } from '../../../shared/conversation/repair.ts';
import { cite } from '../../support/cite.ts';
import { deepFreeze } from '../../support/deepFreeze.ts';
import { randomConversation, type SentAt } from '../../support/randomConversation.ts';
import { type RandomHistory, randomCallId, randomHistory, randomText } from '../../support/randomHistory.ts';
import { testRun, volume } from '../../support/volume.ts';
import { randomOptions, walkModels } from '../../support/walkSteps.ts';
import {
  bodyViolations,
  formsWith,
  validatorNames,
  wireBodies,
  wireModel,
  wireRequest,
  wireViolations,
} from '../../support/wireForms.ts';

const long = testRun === 'long';
const seed = Number(process.env.THROUGHLINE_SEED ?? 1);
const count = { histories: 0, requests: 0, bodies: 0 };

/** A fifth of `all` in the short run. */
const runs = (all: number, long: number): { numRuns: number; seed: number } => ({
  numRuns: volume({ short: Math.ceil(all / 5), all, long }),
  seed,
});
const limit = long ? 3_600_000 : 60_000;

afterAll(() => {
  console.log(
    `${count.histories} histories, ${count.requests} requests in ${count.bodies} bodies, ${validatorNames.length} validators ` +
      `(${validatorNames.join(', ')}) (seed ${seed}${long ? ', long' : ''})`,
  );
});

/** The request as `buildContext` creates it; in a test it throws if one of our own rules is violated. */
function request({ messages, marks }: RandomHistory | SentAt) {
  count.requests++;
  const pinnedBefore = messages.filter((message) => isPinned(message, marks) && !isHidden(message, marks)).slice(0, 1);
  const inContext = new Set(toApiMessages(messages, { marks }).sources.flat());
  return wireRequest(messages, { marks, pinnedBefore: pinnedBefore.filter(({ id }) => !inContext.has(id)), ...bytes });
}

/** The bytes that mentions and images name. */
const bytes = {
  mentionText: (hash: string) => (hash === 'h1' ? 'text of the file\ud800\u0000' : undefined),
  imageData: (hash: string) => (hash.startsWith('i') ? 'aW1hZ2U=' : undefined),
  imageProblem: (hash: string) => (hash === 'i2' ? 'it is damaged' : undefined),
  imageLimits: { bytes: 100, count: 2, characters: 1000 },
};

describe('any history', () => {
  test(cite(['SEQ-3', 'SEQ-4', 'SEQ-7', 'SEQ-8'], 'whatever is stored, its provider accepts every format of it'), {
    tags: ['all'],
    timeout: limit,
  }, () => {
    fc.assert(
      fc.property(randomHistory(), fc.constantFrom(...walkModels), randomOptions, (history, [form, model], options) => {
        count.histories++;
        // Replies' stored data belongs to the requested model.
        const made = JSON.parse(JSON.stringify(request(history)).replaceAll(wireModel, model)) as ModelRequest;
        const bodies = formsWith({ ...made, options }, form === 'somewhere' ? 'compatible' : form);
        count.bodies += Object.keys(bodies).length;
        expect(bodyViolations(bodies, model)).toEqual([]);
      }),
      runs(500, 100_000),
    );
  });

  test(
    cite('SEQ-6', 'building a request changes none of its input, and produces the same bytes again'),
    () => {
      fc.assert(
        fc.property(randomHistory(), (history) => {
          count.histories++;
          const first = JSON.stringify(wireBodies(request(deepFreeze(history))));
          const reread = structuredClone(history);
          expect(JSON.stringify(wireBodies(request(reread)))).toBe(first);
        }),
        runs(140, 20_000),
      );
    },
    limit,
  );

  test(
    cite('SEQ-6', 'repair has nothing left to do after a repair'),
    () => {
      fc.assert(
        fc.property(randomHistory(), ({ messages }) => {
          count.histories++;
          const once = repairHistory(messages);
          const twice = repairHistory(once.messages);
          expect(twice.messages).toEqual(once.messages);
          expect(twice.notes).toEqual([]);
          expect(repairHistory(messages)).toEqual(once);
        }),
        runs(700, 50_000),
      );
    },
    limit,
  );

  test(
    cite('SEQ-3', 'no text is lost, and it is sent in its original order'),
    () => {
      fc.assert(
        fc.property(randomHistory(), (history) => {
          count.histories++;
          const sent = request(history).messages;
          const all = JSON.stringify(sent);
          for (const word of wordsToSend(history)) expect(all).toContain(`${word} `);
          const said = [...JSON.stringify(sent.filter(({ role }) => role !== 'tool')).matchAll(/said-(\d+) /g)];
          const order = said.map((match) => Number(match[1])).filter((at) => !isSetBefore(history, at));
          expect(order).toEqual([...order].sort((a, b) => a - b));
        }),
        runs(700, 50_000),
      );
    },
    limit,
  );

  test(
    cite('SEQ-1', "the part of the log read for a request produces the whole log's request"),
    () => {
      fc.assert(
        fc.property(randomHistory(), ({ messages, marks }) => {
          count.histories++;
          const isLast = createReadDepthTest('context', marks);
          const from = messages.findLastIndex((message) => isLast(message));
          const read = messages.slice(Math.max(0, from));
          expect(toApiMessages(read, { marks }).messages).toEqual(toApiMessages(messages, { marks }).messages);
        }),
        runs(700, 50_000),
      );
    },
    limit,
  );
});

/** Words of the relevant records, determined independently of the program, for branches without a summary in effect. */
function wordsToSend({ messages, marks }: RandomHistory): string[] {
  if (messages.some((message) => message.partType === 'summary')) return [];
  const asked = new Map<string, number>();
  for (const call of messages.filter(({ partType }) => partType !== 'note').flatMap(callsOf)) {
    asked.set(call.id, (asked.get(call.id) ?? 0) + 1);
  }
  const results = messages.filter((message) => message.role === 'tool' && message.partType !== 'tool_run');
  return messages.flatMap((message) => {
    const word = /^(said|result)-\d+(?= )/.exec(textOf(message))?.[0];
    if (!word || isHidden(message, marks)) return [];
    if (message.role !== 'tool' || message.partType === 'tool_run') return message.partType === 'note' ? [] : [word];
    // A result is only left out if nobody requested it, or if another one has its ID.
    const rivals = results.filter((other) => other.role === 'tool' && other.tool_call_id === message.tool_call_id);
    return asked.has(message.tool_call_id) && rivals.length === 1 ? [word] : [];
  });
}

/** A summary comes before what it kept and what was pinned next to it. */
function isSetBefore({ messages, marks }: RandomHistory, at: number): boolean {
  const message = messages.find(({ id }) => id === `m${at}`) ?? messages[at];
  return !message || message.partType === 'summary' || isPinned(message, marks);
}

describe('a conversation that continues', () => {
  test(
    cite(
      'SEQ-1',
      'every request starts with the whole previous one, in every format, across crashes, stops and midnight',
    ),
    () => {
      fc.assert(
        fc.property(randomConversation(), (sent) => {
          count.histories++;
          const former = new Map<string, string[]>();
          for (const at of sent) {
            const made = request(at);
            for (const [form, body] of Object.entries({ neutral: made, ...wireBodies(made) })) {
              count.bodies++;
              const rows = rowsIn(body).map((row) => JSON.stringify(row, withoutMarks));
              const before = former.get(form) ?? [];
              expect(rows.slice(0, before.length).join('\n'), form).toBe(before.join('\n'));
              former.set(form, rows);
            }
          }
          const last = sent.at(-1);
          if (last) expect(wireViolations(request(last))).toEqual([]);
        }),
        runs(80, 20_000),
      );
    },
    limit,
  );

  test(
    cite('SEQ-1', 'the request built from records read again is the previous one, byte for byte'),
    () => {
      fc.assert(
        fc.property(randomConversation(4), (sent) => {
          count.histories++;
          const again = sent.map((at) => request(structuredClone(at)).messages);
          expect(JSON.stringify(again)).toBe(JSON.stringify(sent.map((at) => request(at).messages)));
        }),
        runs(100, 5_000),
      );
    },
    limit,
  );
});

/** Cache markers move, and are not part of the content. */
function withoutMarks(key: string, value: unknown): unknown {
  return key === 'cache_control' ? undefined : value;
}

/** The rows of a body that grow from one request to the next. */
function rowsIn(body: unknown): unknown[] {
  const { messages, input, contents } = body as Record<string, unknown[] | undefined>;
  return messages ?? input ?? contents ?? [];
}

describe('the last resort', () => {
  const call = fc.record({
    id: randomCallId,
    type: fc.constant('function' as const),
    function: fc.record({ name: randomText, arguments: randomText }),
  });
  const row = fc.oneof(
    fc.record({ role: fc.constantFrom('user' as const, 'system' as const), content: randomText }),
    fc.record({ role: fc.constant('assistant' as const), content: fc.option(randomText) }),
    fc.record({
      role: fc.constant('assistant' as const),
      content: fc.option(randomText),
      tool_calls: fc.array(call, { maxLength: 3 }),
    }),
    fc.record({ role: fc.constant('tool' as const), tool_call_id: randomCallId, content: randomText }),
    fc.record({
      role: fc.constant('user' as const),
      content: fc.array(
        fc.oneof(
          fc.record({ type: fc.constant('text' as const), text: randomText }),
          fc.constant({ type: 'image' as const, hash: 'h', mediaType: 'image/png', data: 'aW1hZ2U=' }),
        ),
        { maxLength: 3 },
      ),
    }),
  ) as fc.Arbitrary<ApiMessage>;

  test(
    cite(
      ['SEQ-4', 'SEQ-6'],
      'any list of messages is forced into one that every provider accepts, and then stays unchanged',
    ),
    () => {
      fc.assert(
        fc.property(fc.array(row, { maxLength: 12 }), (messages) => {
          count.histories++;
          const forced = repairMessages(deepFreeze(messages));
          expect(checkSequence(forced)).toEqual([]);
          expect(repairMessages(forced)).toEqual(forced);
          expect(wireViolations({ model: 'm', system: 's', messages: forced, tools: [] })).toEqual([]);
        }),
        runs(500, 30_000),
      );
    },
    limit,
  );

  test('it changes nothing that is already valid', () => {
    fc.assert(
      fc.property(randomHistory(), (history) => {
        const { messages } = request(history);
        expect(repairMessages(messages)).toEqual(messages);
      }),
      runs(300, 5_000),
    );
  });
});
