// A process of its own that reads one long reply: by how much it grows at most, in bytes. Arguments: the wire, bytes, who reads.

import type { WireKind } from '../../shared/providerKind.ts';
import { libraryReader, ourReader } from './wireReaders.ts';
import { tokensFor, wireStream } from './wireStream.ts';

const [kind, bytes, who] = process.argv.slice(2) as [WireKind, string, 'ours' | 'library'];
const read = who === 'ours' ? ourReader(kind) : libraryReader(kind);
if (!read) throw new Error(`nobody reads ${kind}`);
const tokens = tokensFor(kind, Number(bytes));
await read(wireStream(kind, tokens.slice(0, 1_000)));
globalThis.gc?.();
const before = process.memoryUsage.rss();
const characters = await read(wireStream(kind, tokens));
process.stdout.write(JSON.stringify({ grown: process.resourceUsage().maxRSS * 1024 - before, characters }));
