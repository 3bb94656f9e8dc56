// A long reply as each wire streams it: so many tokens of four letters, an event each, with its beginning and its end.

import type { WireKind } from '../../shared/features/models/providerKind.ts';
import { frame, speechEvents } from '../support/wires/speech.ts';
import { replyTokens } from './tokenStream.ts';

const pieceBytes = 64 * 1024;
const [first, second] = ['@@@@', '####'];

/** Its bytes in pieces as a network gives them, made while they are read. */
export function* wireStream(kind: WireKind, tokens: readonly string[]): Generator<Uint8Array> {
  let held = '';
  for (const event of framesOf(kind, tokens)) {
    held += event;
    if (held.length < pieceBytes) continue;
    yield Buffer.from(held);
    held = '';
  }
  if (held !== '') yield Buffer.from(held);
}

/** Every event as it goes over the wire. */
export function* framesOf(kind: WireKind, tokens: readonly string[]): Generator<string> {
  for (const event of speechEvents(kind, { text: first + second }, { model: 'bench', number: 1 })) {
    const written = frame(kind, event);
    if (written.includes(`"${first}"`)) {
      const [before = '', after = ''] = written.split(`"${first}"`);
      for (const token of tokens) yield before + JSON.stringify(token) + after;
    } else if (written.includes(`"${second}"`)) continue;
    // Where the whole is said again.
    else yield written.replaceAll(first + second, () => JSON.stringify(tokens.join('')).slice(1, -1));
  }
}

/** As many tokens as fill so many bytes of the wire. */
export function tokensFor(kind: WireKind, bytes: number): string[] {
  const some = replyTokens(1_000);
  const each = Buffer.byteLength([...framesOf(kind, some)].join('')) / some.length;
  return replyTokens(Math.floor(bytes / each));
}
