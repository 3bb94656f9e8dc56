// A connection that could not be made for a reason that is known in words: what stands in its way lies between here and the
// server, a proxy or a file of certificates.

import { SaidError } from '../../../shared/core/errors.ts';
import type { Sentence } from '../../../shared/core/sentence.ts';

export class ReachError extends SaidError {
  readonly retryable: boolean;

  constructor(said: Sentence, retryable = false) {
    super(said);
    this.retryable = retryable;
  }
}
