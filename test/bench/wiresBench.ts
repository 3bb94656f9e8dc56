// The cost of reading a streamed reply of each API: bytes per second, memory for the longest accepted reply, and the
// delay from a byte to its text.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type ProviderKind, providerKinds } from '../../shared/features/models/providerKind.ts';
import { count, type Figure, median, megabytes, milliseconds, quantile, type Section, timed } from './figures.ts';
import { replyTokens } from './tokenStream.ts';
import { bareReader, libraryReader, ourReader, type WireReader } from './wireReaders.ts';
import { framesOf, tokensFor, wireStream } from './wireStream.ts';

const megabyte = 1024 * 1024;
const rounds = 5;
const firsts = 200;
/** An answer may have at most 64 MB, and some APIs repeat the whole text at the end. */
const longest = 60 * megabyte;
const allowed = 64 * megabyte;

export async function wiresBench(scale: (size: number) => number): Promise<Section> {
  const figures: Figure[] = [];
  for (const kind of providerKinds) figures.push(...(await speed(kind, scale(16 * megabyte))));
  for (const kind of providerKinds) figures.push(...memory(kind, scale(longest)));
  for (const kind of providerKinds) figures.push(...(await firstText(kind)));
  return {
    title: 'Reading a streamed reply',
    how: `Four-letter tokens, one per event, from memory in 64 kB chunks. Speed: ${megabytes(scale(16 * megabyte))}, median of ${rounds}; “bare” only calls JSON.parse, “openai” is the library of that name. Memory: the peak after garbage collection while reading ${megabytes(scale(longest))}, and how much a separate process grows. First text: from the first bytes to the first text event, median of ${firsts}.`,
    figures,
  };
}

async function speed(kind: ProviderKind, bytes: number): Promise<Figure[]> {
  const tokens = tokensFor(kind, bytes);
  const pieces = [...wireStream(kind, tokens)];
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  const library = libraryReader(kind);
  const readers: [string, WireReader][] = [
    ['ours', ourReader(kind)],
    ['bare', bareReader(kind)],
    ...(library ? ([['openai', library]] as [string, WireReader][]) : []),
  ];
  const took = new Map<string, number[]>(readers.map(([name]) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, read] of readers) {
      const ms = await timed(() => read(pieces));
      // The first round warms up.
      if (round > 0) took.get(name)?.push(ms);
    }
  }
  const of = (name: string): number => median(took.get(name) ?? []);
  const rate = (ms: number): string => `${(size / megabyte / (ms / 1000)).toFixed(0)} MB/s`;
  const beside = library ? `, ${(of('ours') / of('openai')).toFixed(2)} × that of openai (${rate(of('openai'))})` : '';
  return [
    {
      name: `${kind}: read`,
      value: rate(of('ours')),
      note: `${count(Math.round(tokens.length / (of('ours') / 1000) / 1000) * 1000)} tokens a second; ${(of('ours') / of('bare')).toFixed(2)} × the time of bare (${rate(of('bare'))})${beside}`,
    },
  ];
}

function memory(kind: ProviderKind, bytes: number): Figure[] {
  const measured = (who: 'ours' | 'library'): { grown: number; held: number } => {
    const child = join(import.meta.dirname, 'wireChild.ts');
    const args = ['--expose-gc', '--disable-warning=ExperimentalWarning', child, kind, String(bytes), who];
    return JSON.parse(execFileSync(process.execPath, args).toString());
  };
  const text = ({ grown, held }: { grown: number; held: number }): string =>
    `${megabytes(held)} (the process grows by ${megabytes(grown)})`;
  const ours = measured('ours');
  const library = libraryReader(kind) ? `; openai ${text(measured('library'))}` : '';
  const promise = { row: 'STREAM-11', text: `less than ${megabytes(allowed)}`, kept: ours.held < allowed };
  const note = `the process grows by ${megabytes(ours.grown)}${library}`;
  return [{ name: `${kind}: memory while reading ${megabytes(bytes)}`, value: megabytes(ours.held), note, promise }];
}

async function firstText(kind: ProviderKind): Promise<Figure[]> {
  const tokens = replyTokens(10);
  const bytes = Buffer.from([...framesOf(kind, tokens)].join(''));
  const measured = async (read: WireReader): Promise<number[]> => {
    const all: number[] = [];
    for (let round = 0; round < firsts; round++) {
      let arrived = 0;
      const pieces = function* (): Generator<Uint8Array> {
        arrived = performance.now();
        yield bytes;
      };
      await read(pieces(), () => all.push(performance.now() - arrived));
    }
    return all;
  };
  const ours = await measured(ourReader(kind));
  const library = libraryReader(kind);
  const beside = library ? `; openai ${milliseconds(median(await measured(library)))}` : '';
  const note = `95th percentile ${milliseconds(quantile(ours, 0.95))}${beside}`;
  return [{ name: `${kind}: first text`, value: milliseconds(median(ours)), note }];
}
