// When a failed model call is retried.

import { expect, test } from 'vitest';
import type { ModelFailure } from '../../electron/ports/provider.ts';
import { createRetryPolicy } from '../../electron/providers/http/retry.ts';
import { cite } from '../support/cite.ts';

const failure = (input: Partial<ModelFailure> = {}): ModelFailure => ({
  code: 'LLM_HTTP_ERROR',
  message: 'x',
  retryable: true,
  partial: { text: '', reasoning: '' },
  ...input,
});
const steady = createRetryPolicy({ random: () => 0, isAttended: true });
const tenMinutes = 600_000;
const at = (attempt: number) => ({ attempt, timeouts: 0, waitedMs: 0, maxWaitMs: tenMinutes });

/** The delays before the retries of a call that always fails. */
function delays(input: Partial<ModelFailure>, maxWaitMs = tenMinutes, policy = steady): number[] {
  const waits: number[] = [];
  for (let waitedMs = 0; ; ) {
    const attempt = waits.length + 1;
    const timeouts = input.code === 'LLM_TIMEOUT' ? attempt : 0;
    const delay = policy(failure(input), { attempt, timeouts, waitedMs, maxWaitMs });
    if (delay === null) return waits;
    waits.push(delay);
    waitedMs += delay;
  }
}

test(cite('STREAM-10', 'the delay doubles from half a second to a minute, for ten minutes in all'), () => {
  const all = delays({});
  expect(all.slice(0, 9)).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  expect(all.reduce((sum, delay) => sum + delay, 0)).toBe(tenMinutes);
});

test(cite('STREAM-10', 'the limit is a setting, and without one nothing is retried'), () => {
  expect(delays({}, 1_500)).toEqual([500, 1000]);
  expect(delays({}, 0)).toEqual([]);
  expect(delays({ retryAfterMs: 0 }, 0)).toEqual([]);
});

test(
  cite('STREAM-10', 'in a script, an address that never answered is tried for a minute; a user decides alone'),
  () => {
    const script = createRetryPolicy({ random: () => 0, isAttended: false });
    const all = delays({ neverAnswered: true }, tenMinutes, script);
    expect(all.reduce((sum, delay) => sum + delay, 0)).toBe(60_000);
    expect(delays({ neverAnswered: true }, 1_500, script)).toEqual([500, 1000]);
    for (const waits of [delays({}, tenMinutes, script), delays({ neverAnswered: true })])
      expect(waits.reduce((sum, delay) => sum + delay, 0)).toBe(tenMinutes);
  },
);

test(cite('STREAM-10', 'at most a quarter of random reduction'), () => {
  expect(createRetryPolicy({ random: () => 0.999, isAttended: true })(failure(), at(1))).toBe(375);
  expect(createRetryPolicy({ random: () => 0.5, isAttended: true })(failure(), at(1))).toBe(438);
});

test.each([
  [1250, 1250],
  [0, 0],
  [-5000, 0],
  [3_600_000, 3_600_000],
  [3_600_001, null],
  [Number.NaN, 500],
])(cite('STREAM-10', 'a server that requests %d ms is waited for %d, up to an hour'), (retryAfterMs, expected) => {
  expect(steady(failure({ retryAfterMs }), at(1))).toBe(expected);
});

test(
  cite('STREAM-10', 'where no user sees the wait, a server that requests more than the limit is not waited for'),
  () => {
    const unattended = createRetryPolicy({ random: () => 0, isAttended: false });
    expect(unattended(failure({ retryAfterMs: tenMinutes }), at(1))).toBe(tenMinutes);
    expect(unattended(failure({ retryAfterMs: tenMinutes + 1 }), at(1))).toBeNull();
  },
);

test(cite('STREAM-10', 'a server that always requests no wait is not asked without end'), () => {
  const all = delays({ retryAfterMs: 0 });
  expect(all.slice(0, 3)).toEqual([0, 1000, 1000]);
  expect(all).toHaveLength(601);
});

test(cite('STREAM-10', 'never if it cannot succeed, nor once something was shown'), () => {
  expect(steady(failure({ retryable: false }), at(1))).toBeNull();
  expect(steady(failure({ retryable: false, retryAfterMs: 10 }), at(1))).toBeNull();
  expect(steady(failure({ partial: { text: 'So', reasoning: '' } }), at(1))).toBeNull();
  expect(steady(failure({ partial: { text: '', reasoning: 'hm' } }), at(1))).toBeNull();
});

test(cite('STREAM-9', 'a silent server is retried once'), () => {
  expect(delays({ code: 'LLM_TIMEOUT' })).toEqual([500]);
});
