// A derived database written by another version of the app. It is not damaged: it is rebuilt without a warning.

import { SentenceError } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';

export class OtherVersion extends SentenceError {
  constructor(version: number) {
    super(say`it has version ${version}`);
  }
}
