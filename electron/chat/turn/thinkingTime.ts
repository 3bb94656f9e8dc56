// How long a reply has thought, measured as it arrives: each stretch from its first piece of thinking to the first piece of
// anything else. Views are told when a stretch begins and when it ends, so that they can show the time as it runs. What is
// thought out of sight lasts from the beginning of the answer to its first piece.

import type { ConversationEvent } from '../../../shared/conversation/event.ts';
import type { Clock } from '../../ports/clock.ts';

export interface ThinkingTime {
  /** The provider has begun to answer, with nothing of the reply yet. */
  answers(): void;
  thinks(): void;
  /** All that arrived so far was thinking. */
  thought(): void;
  /** It says or does something, or its reply has ended. */
  stops(): void;
  /** Milliseconds until now; undefined when it never thought. */
  ms(): number | undefined;
  /** Milliseconds of the answer before anything of the reply was seen; undefined when it was not seen to begin. */
  unseenMs(): number | undefined;
}

export function createThinkingTime(clock: Clock, publish: (event: ConversationEvent) => void): ThinkingTime {
  let past: number | undefined;
  let begun: number | null = null;
  let answered: number | undefined;
  let unseen: number | undefined;
  let firstAt: number | undefined;
  const comes = (): void => {
    firstAt ??= clock.elapsed();
    if (answered !== undefined) unseen ??= Math.round(clock.elapsed() - answered);
  };
  const ms = (): number | undefined =>
    past === undefined ? undefined : Math.round(past + (begun === null ? 0 : clock.elapsed() - begun));
  return {
    ms,
    unseenMs: () => unseen,
    answers() {
      answered ??= clock.elapsed();
    },
    thinks() {
      comes();
      if (begun !== null) return;
      begun = clock.elapsed();
      past ??= 0;
      publish({ type: 'reply.thinking', thinking: { ms: past, since: clock.now().toISOString() } });
    },
    thought() {
      past = clock.elapsed() - (firstAt ?? clock.elapsed());
      begun = null;
    },
    stops() {
      comes();
      const sum = ms();
      if (begun === null || sum === undefined) return;
      past = sum;
      begun = null;
      publish({ type: 'reply.thinking', thinking: { ms: sum } });
    },
  };
}
