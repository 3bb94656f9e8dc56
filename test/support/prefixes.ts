// Requests of one conversation, one after the other: each begins with the whole of the one before.

import { expect } from 'vitest';
import type { TestApp } from './appHarness.ts';

/** The messages of each request as text, from the `from`-th on; fails where one does not begin with the former. */
export function growingRequests(app: Pick<TestApp, 'model'>, from = 0): string[] {
  const all = app.model.requests.slice(from).map(({ body }) => JSON.stringify(body.messages));
  for (const [at, request] of all.slice(1).entries()) {
    expect(request.slice(0, (all[at] as string).length - 1)).toBe(all[at]?.slice(0, -1));
  }
  return all;
}
