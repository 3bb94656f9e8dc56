// A long reply as each API streams it: this many tokens of four letters, one event each, with start and end events.

import type { ProviderKind } from '../../shared/features/models/providerKind.ts';
import { frame, speechEvents } from '../support/wires/speech.ts';
import { replyTokens } from './tokenStream.ts';

const pieceBytes = 64 * 1024;
const [first, second] = ['@@@@', '####'];

/** Its bytes in chunks like a network's, generated while they are read. */
export function* wireStream(kind: ProviderKind, tokens: readonly string[]): Generator<Uint8Array> {
  let held = '';
  for (const event of framesOf(kind, tokens)) {
    held += event;
    if (held.length < pieceBytes) continue;
    yield Buffer.from(held);
    held = '';
  }
  if (held !== '') yield Buffer.from(held);
}

/** Every event as sent. */
export function* framesOf(kind: ProviderKind, tokens: readonly string[]): Generator<string> {
  for (const event of speechEvents(kind, { text: first + second }, { model: 'bench', number: 1 })) {
    const written = frame(kind, event);
    if (written.includes(`"${first}"`)) {
      const [before = '', after = ''] = written.split(`"${first}"`);
      for (const token of tokens) yield before + JSON.stringify(token) + after;
    } else if (written.includes(`"${second}"`)) continue;
    // The API repeats the whole text there.
    else yield written.replaceAll(first + second, () => JSON.stringify(tokens.join('')).slice(1, -1));
  }
}

/** Number of tokens that fill this many bytes of the API's stream. */
export function tokensFor(kind: ProviderKind, bytes: number): string[] {
  const some = replyTokens(1_000);
  const each = Buffer.byteLength([...framesOf(kind, some)].join('')) / some.length;
  return replyTokens(Math.floor(bytes / each));
}
