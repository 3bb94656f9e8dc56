// One line of the cost ledger, for tests.

import type { PaidRequest } from '../../electron/ports/usageLedger.ts';

export function paidLine(given: Partial<PaidRequest> = {}): PaidRequest {
  return {
    kind: 'reply',
    at: '2026-11-24T10:00:00.000Z',
    provider: 'p',
    model: 'm',
    project: 'project',
    conversation: 'one',
    input: 100,
    output: 10,
    cached: 40,
    usd: 0.25,
    by: 'catalogue',
    ...given,
  };
}
