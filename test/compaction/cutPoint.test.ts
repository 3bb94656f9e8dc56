import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allowedCuts, findCutPoint } from '../../electron/compaction/cutPoint.ts';
import { planCompaction } from '../../electron/compaction/plan.ts';
import { compactionGoal, fitsInWindow, needsCompaction } from '../../electron/compaction/policy.ts';
import { contextOf } from '../../shared/conversation/context.ts';
import { callsOf, type Message } from '../../shared/conversation/message.ts';
import { pairResults } from '../../shared/conversation/pairing.ts';
import { cite } from '../support/cite.ts';
import { volume } from '../support/volume.ts';

const common = (id: string) => ({ v: 1, id, parentId: null, createdAt: '2026-01-01T00:00:00.000Z' });
const user = (id: string): Message => ({ ...common(id), role: 'user', content: `question ${id}` });
const reply = (id: string): Message => ({ ...common(id), role: 'assistant', content: 'text' });
const asks = (id: string, calls: readonly string[]): Message => ({
  ...common(id),
  role: 'assistant',
  content: null,
  tool_calls: calls.map((call) => ({ id: call, type: 'function', function: { name: 'read_file', arguments: '{}' } })),
});
const result = (id: string, call: string): Message => ({
  ...common(id),
  role: 'tool',
  tool_call_id: call,
  toolName: 'read_file',
  content: 'x',
  outcome: 'ok',
});
const environment = (id: string): Message => ({ ...common(id), role: 'system', partType: 'environment', content: id });

/** Any order of records with reused IDs: results missing, early, duplicated, far from their calls. */
const history = fc
  .array(
    fc.oneof(
      fc.constant({ kind: 'user' as const }),
      fc.constant({ kind: 'reply' as const }),
      fc.constant({ kind: 'environment' as const }),
      fc.record({
        kind: fc.constant('asks' as const),
        calls: fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 3 }),
      }),
      fc.record({ kind: fc.constant('result' as const), call: fc.constantFrom('a', 'b', 'c', 'd') }),
    ),
    { maxLength: 40 },
  )
  .map((steps) =>
    steps.map((step, at): Message => {
      const id = `m${at}`;
      if (step.kind === 'asks') return asks(id, step.calls);
      if (step.kind === 'result') return result(id, step.call);
      return { user, reply, environment }[step.kind](id);
    }),
  );

/** Pairs in the whole history, by record. */
function pairsOf(records: readonly Message[]): [string, string][] {
  return pairResults(records).slots.flatMap((slot) =>
    slot.result ? [[slot.messageId, slot.result.id] as [string, string]] : [],
  );
}

describe('a cut', () => {
  test(cite('COMPACT-2', 'no cut point of any history separates a call from its result'), () => {
    fc.assert(
      fc.property(history, (records) => {
        allowedCuts(records).forEach((allowed, at) => {
          if (!allowed) return;
          const front = new Set(records.slice(0, at).map(({ id }) => id));
          for (const [asked, answer] of pairsOf(records)) expect(front.has(asked)).toBe(front.has(answer));
          expect(records[at]?.role).not.toBe('tool');
        });
      }),
      { numRuns: volume({ short: 100, all: 500 }) },
    );
  });

  test(cite('COMPACT-2', 'every plan for any history keeps pairs, the question, and pinned records'), () => {
    fc.assert(
      fc.property(
        history,
        fc.array(fc.nat(39), { maxLength: 4 }),
        fc.integer({ min: 100, max: 4_000 }),
        fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 40, maxLength: 40 }),
        (records, pinnedAt, window, weights) => {
          const marks = Object.fromEntries(
            pinnedAt.flatMap((at) => (records[at] ? [[records[at].id, { pinned: true, at: '' }] as const] : [])),
          );
          const tokens = new Map(records.map((record, at) => [record.id, weights[at] ?? 1]));
          const used = [...tokens.values()].reduce((sum, each) => sum + each, 0);
          const plan = planCompaction({
            context: contextOf(records, marks),
            marks,
            alongside: [],
            tokensOf: (record) => tokens.get(record.id) ?? 0,
            used,
            goal: compactionGoal(window * 0.8, 0),
            canReopen: true,
          });
          if (plan.kind === 'clear') {
            for (const id of plan.ids) {
              expect(Object.hasOwn(marks, id)).toBe(false);
              expect(records.find((record) => record.id === id)?.role).toBe('tool');
            }
          }
          if (plan.kind !== 'summarise') return;
          const at = records.findIndex(({ id }) => id === plan.firstKeptId);
          expect(at).toBeGreaterThan(0);
          const front = new Set(records.slice(0, at).map(({ id }) => id));
          for (const [asked, answer] of pairsOf(records)) expect(front.has(asked)).toBe(front.has(answer));
          const question = records.findLast((record) => record.role === 'user');
          if (question) expect(!front.has(question.id) || plan.besideIds.includes(question.id)).toBe(true);
          for (const id of Object.keys(marks)) expect(!front.has(id) || plan.pinnedIds.includes(id)).toBe(true);
          const moment = records.findLast((record) => record.partType === 'environment');
          if (moment) expect(!front.has(moment.id) || plan.besideIds.includes(moment.id)).toBe(true);
          // With the record stored, the context matches the plan.
          const summary: Message = {
            ...common('summary'),
            role: 'system',
            partType: 'summary',
            content: 'the summary',
            compaction: { ...plan, tokensBefore: 0, tokensAfter: 0 },
          };
          const then = contextOf([...records, summary], marks);
          expect(then.keptMessages.map(({ id }) => id)).toEqual(records.slice(at).map(({ id }) => id));
          expect([...then.pinnedBefore].sort()).toEqual([...new Set([...plan.pinnedIds, ...plan.besideIds])].sort());
        },
      ),
      { numRuns: volume({ short: 400, all: 2_000 }) },
    );
  });

  test(
    cite('COMPACT-2', 'the last turns are kept whole, as many as fit, with the environment before their question'),
    () => {
      const records = [
        environment('e0'),
        ...[1, 2, 3, 4].flatMap((n) => [
          user(`u${n}`),
          asks(`a${n}`, [`c${n}`]),
          result(`r${n}`, `c${n}`),
          reply(`b${n}`),
        ]),
        environment('e5'),
        user('u5'),
      ];
      const tokensOf = () => 100;
      expect(findCutPoint({ records, tokensOf, tail: 1_050, turn: 5_000 })).toEqual({ at: 9, question: null });
      expect(findCutPoint({ records, tokensOf, tail: 10, turn: 5_000 })).toEqual({ at: 17, question: null });
      expect(findCutPoint({ records, tokensOf, tail: 5_000, turn: 5_000 })).toBeNull();
    },
  );

  test(cite('COMPACT-2', 'an overlong turn is cut before a reply, and its question is still sent'), () => {
    const steps = [1, 2, 3, 4, 5].flatMap((n) => [
      asks(`a${n}`, [`c${n}`, `d${n}`]),
      result(`r${n}`, `d${n}`),
      result(`s${n}`, `c${n}`),
    ]);
    const records = [user('u0'), reply('b0'), user('u1'), ...steps];
    const cut = findCutPoint({ records, tokensOf: () => 100, tail: 700, turn: 1_000 });
    expect(cut).toEqual({ at: 12, question: records[2] });
    expect(callsOf(records[12] as Message)).toHaveLength(2);
  });
});

describe('timing', () => {
  const load = { window: 100_000, compactAt: 80_000, isHeld: false };

  test(cite('COMPACT-1', 'compaction starts above 80 % of the context, not at it'), () => {
    expect(needsCompaction({ ...load, used: 80_000 })).toBe(false);
    expect(needsCompaction({ ...load, used: 80_001 })).toBe(true);
  });

  test(cite('COMPACT-5', 'what the user undid is not redone until the request would not fit'), () => {
    expect(needsCompaction({ ...load, isHeld: true, used: 97_900 })).toBe(false);
    expect(needsCompaction({ ...load, isHeld: true, used: 97_953 })).toBe(true);
    expect(fitsInWindow({ used: 97_952, window: 100_000 })).toBe(true);
  });

  test(
    cite(
      'COMPACT-1',
      'the fixed start of every request does not count as free: no compaction is immediately followed by another',
    ),
    () => {
      for (const [window, frame] of [
        [6_000, 2_750],
        [8_192, 4_000],
        [128_000, 3_000],
      ] as const) {
        const limit = window * 0.8;
        const { enough, tail, turn } = compactionGoal(limit, frame);
        expect(frame + tail).toBeLessThan(limit - (limit - frame) * 0.6);
        expect(enough).toBeLessThan(limit);
        expect(turn).toBeLessThan(limit - frame);
      }
      expect(compactionGoal(102_400, 3_000).enough / 128_000).toBeCloseTo(0.57, 1);
    },
  );
});
