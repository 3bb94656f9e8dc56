// Reads one long reply in its own process; reports the peak growth, and the peak heap after garbage collection, in
// bytes. Arguments: API, bytes, reader.

import type { ProviderKind } from '../../shared/features/models/providerKind.ts';
import { libraryReader, ourReader } from './wireReaders.ts';
import { tokensFor, wireStream } from './wireStream.ts';

const [kind, bytes, who] = process.argv.slice(2) as [ProviderKind, string, 'ours' | 'library'];
const read = who === 'ours' ? ourReader(kind) : libraryReader(kind);
if (!read) throw new Error(`nobody reads ${kind}`);
const tokens = tokensFor(kind, Number(bytes));
await read(wireStream(kind, tokens.slice(0, 1_000)));
globalThis.gc?.();
const before = process.memoryUsage();
await read(wireStream(kind, tokens));
const grown = process.resourceUsage().maxRSS * 1024 - before.rss;

globalThis.gc?.();
const { heapUsed } = process.memoryUsage();
let held = 0;
function* collecting(): Generator<Uint8Array> {
  let pieces = 0;
  for (const piece of wireStream(kind, tokens)) {
    if (++pieces % 100 === 0) {
      globalThis.gc?.();
      held = Math.max(held, process.memoryUsage().heapUsed - heapUsed);
    }
    yield piece;
  }
}
await read(collecting());
process.stdout.write(JSON.stringify({ grown, held }));
