// Successive requests of one conversation: each starts with the whole previous one.

import { expect } from 'vitest';
import type { TestApp } from './appHarness.ts';

/** The messages of each request as text, from the `from`-th on; fails if one does not start with the previous one. */
export function growingRequests(app: Pick<TestApp, 'model'>, from = 0): string[] {
  const all = app.model.requests.slice(from).map(({ body }) => JSON.stringify(body.messages));
  for (const [at, request] of all.slice(1).entries()) {
    expect(request.slice(0, (all[at] as string).length - 1)).toBe(all[at]?.slice(0, -1));
  }
  return all;
}
