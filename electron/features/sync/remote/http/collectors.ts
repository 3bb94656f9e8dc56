// Take the bodies of responses piece by piece.

import { type Sentence, say } from '../../../../../shared/core/sentence.ts';
import { maxObjectBytes } from '../remoteFault.ts';

export interface Collector<T> {
  /** Throws an UnfitBody if the response can't be what was asked for. */
  piece(bytes: Uint8Array): void;
  /** Throws an UnfitBody, too: of a body that ended early. */
  end(): T;
}

export class UnfitBody extends Error {
  readonly reason: Sentence;
  /** The connection may have ended early: another attempt can succeed. */
  readonly isShort: boolean;

  constructor(reason: Sentence, isShort = false) {
    super(reason.text);
    this.reason = reason;
    this.isShort = isShort;
  }
}

export function collectBytes(maxBytes = maxObjectBytes): Collector<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  return {
    piece(bytes) {
      length += bytes.length;
      if (length > maxBytes) throw new UnfitBody(say`it is larger than ${maxBytes} bytes`);
      pieces.push(bytes);
    },
    end: () => new Uint8Array(Buffer.concat(pieces, length)),
  };
}

/** The beginning of an error's body; the rest is not read. */
export function collectText(maxBytes = 64 * 1024): Collector<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  return {
    piece(bytes) {
      if (length < maxBytes) pieces.push(bytes);
      length += bytes.length;
    },
    end: () => Buffer.concat(pieces).toString('utf8', 0, maxBytes),
  };
}
