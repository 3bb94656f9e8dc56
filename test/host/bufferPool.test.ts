import { expect, test } from 'vitest';
import { limitBufferPool } from '../../electron/host/compileCache.ts';
import { cite } from '../support/cite.ts';

test(cite('SYNC-6', 'a small buffer does not keep more than 8 kB of the memory it shares'), () => {
  limitBufferPool();
  // The pool in use is replaced when it is full.
  const before = Buffer.allocUnsafe(100).buffer;
  let pool = before;
  while (pool === before) pool = Buffer.allocUnsafe(100).buffer;
  expect(pool.byteLength).toBe(8 * 1024);
});
