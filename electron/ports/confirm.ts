// Actions that a session cannot authorize: the user confirms them outside the window, in a way specific to the host.

import { fail, type Result } from '../../shared/core/errors.ts';
import { say } from '../../shared/core/sentence.ts';

/** Maximum characters to confirm. Nobody reads more, so longer ones are rejected, not cut. */
export const maxVisible = 4000;

export interface Power {
  /** The action that a confirmation covers, exactly. */
  key: string;
  /** The complete action, as a sentence for the user. May contain third-party text. */
  sentence: string;
  /** Several things confirmed together: each in full on its own line after the sentence, or the request is rejected. */
  each?: readonly string[];
}

export interface Confirm {
  /**
   * Succeeds once after the user confirmed exactly this. CONFIRMATION_NEEDED: the user is being asked; `details` says
   * how, and the caller retries after `answer` succeeds. CONFIRMATION_REFUSED: the user cannot be asked.
   */
  require(power: Power): Result<void>;
  /** For a `box`, resolves with the user's choice. CONFIRMATION_REFUSED: `details.left` attempts remain. */
  answer(confirmation: string, code: string): Promise<Result<void>>;
}

const refused = fail(
  'CONFIRMATION_REFUSED',
  say`This must be confirmed outside the window, which is not possible here. Nothing was changed.`,
);

export const refuseAllConfirmations: Confirm = { require: () => refused, answer: async () => refused };
