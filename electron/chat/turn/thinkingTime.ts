// Measures a reply's thinking time as it streams: each stretch lasts from the first chunk of thinking to the first
// chunk of anything else. Views receive each start and end, so that they can show a running time. Hidden thinking lasts
// from the start of the response to its first content.

import type { ConversationEvent } from '../../../shared/conversation/event.ts';
import type { Clock } from '../../ports/clock.ts';

export interface ThinkingTime {
  /** The provider started responding, without any content yet. */
  answers(): void;
  thinks(): void;
  /** All content so far was thinking. */
  thought(): void;
  /** Other content arrived, or the reply has ended. */
  stops(): void;
  /** Milliseconds so far; undefined if it never thought. */
  ms(): number | undefined;
  /** Milliseconds from the start of the response to its first content; undefined if the start was not observed. */
  unseenMs(): number | undefined;
}

export function createThinkingTimer(clock: Clock, publish: (event: ConversationEvent) => void): ThinkingTime {
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
