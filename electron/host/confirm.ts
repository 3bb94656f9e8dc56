// Asks the user to confirm a dangerous permission outside the window: in a native dialog, or with a code shown where
// the host was started and typed into the window. A code is valid for one request, once, for two minutes and three
// attempts, and never appears in a file, log, event or contract response.

import { randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { fail, ok, type Result } from '../../shared/core/errors.ts';
import { type Sentence, say } from '../../shared/core/sentence.ts';
import { visibleText } from '../../shared/core/visibleText.ts';
import { type Confirm, maxVisible, type Power } from '../ports/confirm.ts';

export type Asker =
  | { by: 'box'; ask(sentence: string): Promise<boolean> }
  /** Returns false if nobody can see it. */
  | { by: 'code'; show(sentence: string, code: string): boolean };

const lifeMs = 120_000;
/** Time between confirmation and the call it allows. */
const grantMs = 30_000;
const maxAttempts = 3;
/** Limits guessing: at most a 1 in 100,000 chance overall. */
const maxInvalid = 10;
const maxQuestions = 10;
const askedWindowMs = 600_000;

export interface ConfirmOptions {
  now?: () => number;
  newCode?: () => string;
}

export function createConfirm(asker: Asker, options: ConfirmOptions = {}): Confirm {
  const { now = Date.now, newCode = () => String(randomInt(1_000_000)).padStart(6, '0') } = options;
  const open = new Map<string, { power: Power; code: string; tries: number; until: number }>();
  const granted = new Map<string, number>();
  const requestTimes: number[] = [];
  let wrong = 0;

  function isGranted(key: string): boolean {
    const until = granted.get(key);
    granted.delete(key);
    return until !== undefined && until > now();
  }

  /** Why confirmation is unavailable; null if it is available. */
  function unavailableReason(): Sentence | null {
    if (wrong >= maxInvalid) return say`Too many wrong codes. Nothing was changed. Restart the app to try again.`;
    while (requestTimes[0] !== undefined && requestTimes[0] <= now() - askedWindowMs) requestTimes.shift();
    return requestTimes.length < maxQuestions
      ? null
      : say`Too many attempts. Nothing was changed. Try again in ten minutes.`;
  }

  return {
    require(power) {
      if (isGranted(power.key)) return ok(undefined);
      const reason = unavailableReason();
      if (reason !== null) return refuse(reason);
      if (promptText(power).length > maxVisible) {
        const few = (power.each?.length ?? 1) === 1;
        return refuse(
          few
            ? say`This is too long to show in full for approval. Nothing was changed. Make it shorter.`
            : say`This is too much to show at once. Nothing was changed. Choose fewer items.`,
        );
      }
      for (const [id, { until, power: other }] of open) if (until <= now() || other.key === power.key) open.delete(id);
      const code = asker.by === 'code' ? newCode() : '';
      if (asker.by === 'code' && !asker.show(promptText(power), code)) {
        return refuse(
          say`Confirm this in the terminal that runs Throughline. It is not running in a terminal, so nothing was changed. Restart it from one to allow this.`,
        );
      }
      requestTimes.push(now());
      const confirmation = randomUUID();
      open.set(confirmation, { power, code, tries: 0, until: now() + lifeMs });
      return fail('CONFIRMATION_NEEDED', say`This was not confirmed outside the window. Nothing was changed.`, {
        confirmation,
        by: asker.by,
      });
    },

    async answer(confirmation, code) {
      const pending = open.get(confirmation);
      if (!pending || pending.until <= now())
        return refuse(say`This request has expired. Nothing was changed. Start again.`);
      if (asker.by === 'box') {
        open.delete(confirmation);
        if (!(await asker.ask(promptText(pending.power))))
          return refuse(say`This was not allowed. Nothing was changed.`);
      } else if (!isSame(code, pending.code)) {
        wrong++;
        pending.tries++;
        const attemptsLeft = wrong >= maxInvalid ? 0 : maxAttempts - pending.tries;
        if (attemptsLeft <= 0) open.delete(confirmation);
        return refuse(say`That is not the code shown in the terminal. Nothing was changed.`, attemptsLeft);
      }
      wrong = 0;
      open.delete(confirmation);
      granted.set(pending.power.key, now() + grantMs);
      return ok(undefined);
    },
  };
}

function refuse(sentence: Sentence, attemptsLeft = 0): Result<never> {
  return fail('CONFIRMATION_REFUSED', sentence, { left: attemptsLeft });
}

function promptText({ sentence, each = [] }: Power): string {
  return [visibleLine(sentence), ...each.map((one, at) => `${at + 1}. ${visibleLine(one)}`)].join('\n');
}

/** One line without control or invisible characters. */
function visibleLine(text: string): string {
  return visibleText(text).replace(/\s+/g, ' ');
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
