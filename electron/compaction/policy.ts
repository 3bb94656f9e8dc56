// Decides when to compact, and by how much. A request above the limit triggers compaction; the target is well below it,
// so that the next one is far off.

export interface Load {
  /** Tokens of the next request. */
  used: number;
  /** Tokens of the model's context window. */
  window: number;
  /** In tokens: compaction starts above it, not at it. */
  compactAt: number;
  /** The user undid the last compaction of this branch, or it failed to get below the limit. */
  isHeld: boolean;
}

/** Target of clearing results alone, as a share of the space for history: about 60 % of a context. */
const enoughShare = 0.7;
/** Share of that space for the last turns, which are kept unchanged. */
const tailShare = 0.35;
/** Share of it that the current turn may take before it is cut. */
const turnShare = 0.6;
/** Space reserved for a reply when testing whether a request fits, as a share of the context. */
const replyShare = 1 / 16;
const replyTokens = 2_048;

/** A held compaction waits until the request would no longer fit at all. */
export function needsCompaction(load: Load): boolean {
  return load.isHeld ? !fitsInWindow(load) : load.used > load.compactAt;
}

/** Includes space for a reply. @internal */
export function fitsInWindow({ used, window }: Pick<Load, 'used' | 'window'>): boolean {
  return used <= window - Math.min(replyTokens, Math.floor(window * replyShare));
}

export interface Goal {
  /** Tokens at which clearing results suffices. */
  enough: number;
  /** Tokens of the last turns to keep. */
  tail: number;
  /** Maximum tokens at which the current turn is kept whole. */
  turn: number;
}

/**
 * `limit`: compaction threshold in tokens; after a refusal or on request, at most the current usage. `frame`: the
 * system prompt and tools that start every request; it takes most of a small context, and compaction cannot shrink it.
 */
export function compactionGoal(limit: number, frame: number): Goal {
  const room = Math.max(0, limit - frame);
  return {
    enough: Math.floor(frame + room * enoughShare),
    tail: Math.floor(room * tailShare),
    turn: Math.floor(room * turnShare),
  };
}
