// A few powers a session alone cannot grant: the person confirms them outside the window, in each door's own way.

import { fail, type Result } from '../../shared/core/errors.ts';
import { say } from '../../shared/core/sentence.ts';

/** Characters that are shown before something is allowed. Nobody reads more: what is longer is refused, not cut. */
export const maxVisible = 4000;

export interface Power {
  /** What a confirmation is good for: exactly this and nothing else. */
  key: string;
  /** What would be done, whole, as a sentence for the person. Words of somebody else's may be in it. */
  sentence: string;
  /** Several things that are confirmed at once: each on a line of its own after the sentence, whole, or it is refused. */
  each?: readonly string[];
}

export interface Confirm {
  /**
   * Ok once after the person confirmed exactly this. CONFIRMATION_NEEDED: they are asked now; `details` says by what, and the
   * caller asks again when `answer` was ok. CONFIRMATION_REFUSED: they cannot be asked.
   */
  require(power: Power): Result<void>;
  /** Where a `box` asks, it resolves with what was chosen there. CONFIRMATION_REFUSED: `details.left` tries are left. */
  answer(confirmation: string, code: string): Promise<Result<void>>;
}

const refused = fail(
  'CONFIRMATION_REFUSED',
  say`This must be confirmed outside the window, which is not possible here. Nothing was changed.`,
);

export const nobodyConfirms: Confirm = { require: () => refused, answer: async () => refused };
