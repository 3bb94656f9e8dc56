// A database that is derived from the data and that another version of the app made. It is not damaged: it is made again, and
// nobody needs to be warned.

import { SaidError } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';

export class OtherVersion extends SaidError {
  constructor(version: number) {
    super(say`it has version ${version}`);
  }
}
