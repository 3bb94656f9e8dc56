import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readContent } from '../../../../electron/features/sync/seal/signedObject.ts';
import { limitBufferPool } from '../../../../electron/host/compileCache.ts';
import { cite } from '../../../support/cite.ts';

function unzipped(content: Uint8Array): Promise<Uint8Array | null> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const header = { v: 1, device: 'd', name: 'n', encoding: 'gzip', sha256 } as const;
  return readContent({ header, content, isSignedBy: () => true });
}

const text = (bytes: Uint8Array | null): string => Buffer.from(bytes ?? []).toString('utf8');

test(cite('SYNC-6', 'a small object is unzipped into one buffer of its size'), async () => {
  limitBufferPool();
  const body = 'a message '.repeat(2_000);
  const bytes = await unzipped(gzipSync(body));
  expect(text(bytes)).toBe(body);
  expect(bytes?.buffer.byteLength).toBe(body.length + 1);
});

test('an object whose last bytes state another size is unzipped all the same, and one that is cut is refused', async () => {
  expect(text(await unzipped(Buffer.concat([gzipSync('first '), gzipSync('second')])))).toBe('first second');
  expect(text(await unzipped(gzipSync('')))).toBe('');
  const zipped = gzipSync('a message '.repeat(2_000));
  expect(await unzipped(zipped.subarray(0, -10))).toBeNull();
  expect(await unzipped(new Uint8Array([1, 2]))).toBeNull();
});
