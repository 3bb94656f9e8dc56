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
const steady = createRetryPolicy({ random: () => 0 });

test(cite('STREAM-10', 'two retries, after half a second and then a second'), () => {
  expect([1, 2, 3, 4].map((attempt) => steady(failure(), attempt))).toEqual([500, 1000, null, null]);
});

test('the delay doubles up to eight seconds, with at most a quarter of random reduction', () => {
  const patient = createRetryPolicy({ random: () => 0, maxRetries: 9 });
  expect([1, 2, 3, 4, 5, 6, 7].map((attempt) => patient(failure(), attempt))).toEqual([
    500, 1000, 2000, 4000, 8000, 8000, 8000,
  ]);
  const lucky = createRetryPolicy({ random: () => 0.999 });
  expect(lucky(failure(), 1)).toBe(375);
  expect(createRetryPolicy({ random: () => 0.5 })(failure(), 1)).toBe(438);
});

test.each([
  [1250, 1250],
  [0, 0],
  [-5000, 0],
  [3_600_000, 60_000],
  [Number.NaN, 500],
])('a server that requests %d ms is waited for %d', (retryAfterMs, expected) => {
  expect(steady(failure({ retryAfterMs }), 1)).toBe(expected);
});

test(cite('STREAM-10', 'no retry if it cannot succeed, nor once something was shown'), () => {
  expect(steady(failure({ retryable: false }), 1)).toBeNull();
  expect(steady(failure({ retryable: false, retryAfterMs: 10 }), 1)).toBeNull();
  expect(steady(failure({ partial: { text: 'So', reasoning: '' } }), 1)).toBeNull();
  expect(steady(failure({ partial: { text: '', reasoning: 'hm' } }), 1)).toBeNull();
});

test(cite('STREAM-9', 'a silent server is retried once'), () => {
  expect([1, 2].map((attempt) => steady(failure({ code: 'LLM_TIMEOUT' }), attempt))).toEqual([500, null]);
});
