// Follows the output of one terminal. Output that was printed before may contain requests, such as for the cursor's
// position; the answers to those would be typed into whatever runs now, so they are dropped.

import type { Result } from '../../../shared/core/errors.ts';
import type { TerminalOutput } from '../../../shared/features/terminal/methods.ts';

interface OutputReaderOptions {
  /** Null: the view was closed. */
  read(offset: number): Promise<Result<TerminalOutput> | null>;
  /** Resolves when it was parsed. */
  write(text: string): Promise<void>;
  /** Forgets what was written. */
  reset(): void;
  /** It was opened here just now, so programs still wait for answers to what they printed. */
  isNew: boolean;
}

export interface OutputReader {
  /** Reads until the shell ends or the connection is lost, and again from there. `isMissed`: while disconnected. */
  follow(isMissed?: boolean): Promise<void>;
  /** Whether the emulator's answers are to be dropped. */
  isReplaying(): boolean;
}

export function createOutputReader({ read, write, reset, isNew }: OutputReaderOptions): OutputReader {
  let offset = 0;
  let isFollowing = false;
  let isReplaying = !isNew;

  return {
    isReplaying: () => isReplaying,
    async follow(isMissed = false) {
      if (isFollowing) return;
      isFollowing = true;
      isReplaying ||= isMissed;
      let replayEnd: number | null = null;
      for (let isFirst = true; ; isFirst = false) {
        const answer = await read(offset);
        // After a lost connection, the next call of `follow` continues.
        if (!answer?.ok) break;
        const { text, nextOffset, end, reset: resetReason, ended } = answer.value;
        replayEnd ??= end;
        if (resetReason !== null && offset > 0) {
          reset();
          if (resetReason === 'dropped') {
            // The page was too slow: the program no longer waits for an answer.
            isReplaying = true;
            replayEnd = end;
          } else if (!(isFirst && isMissed)) isReplaying = false;
        }
        // The end of the piece may be new output.
        const oldLength = isReplaying ? Math.max(0, text.length - Math.max(0, nextOffset - replayEnd)) : 0;
        if (oldLength > 0) await write(text.slice(0, oldLength));
        if (nextOffset >= replayEnd) isReplaying = false;
        await write(text.slice(oldLength));
        offset = nextOffset;
        if (ended) break;
      }
      isFollowing = false;
    },
  };
}
