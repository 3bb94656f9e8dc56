// A connection failure with a user-facing explanation, such as a proxy or a certificate file.

import { SentenceError } from '../../../shared/core/errors.ts';
import type { Sentence } from '../../../shared/core/sentence.ts';

export class ReachError extends SentenceError {
  readonly retryable: boolean;

  constructor(message: Sentence, retryable = false) {
    super(message);
    this.retryable = retryable;
  }
}
