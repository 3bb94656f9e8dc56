// When to compact, and by how much: pure numbers. A request over the limit triggers it; the target is well below, so that the
// next one is far off.

export interface Load {
  /** Tokens of the next request. */
  used: number;
  /** Tokens of the model's context. */
  window: number;
  /** The limit in tokens: room is made above it, not at it. */
  compactAt: number;
  /** The user has undone the last compaction of this branch, or it could not bring the request below the limit. */
  held: boolean;
}

/** What a clearing of results alone must bring it down to, as a share of the room for the history: about 60 % of a context. */
const enoughShare = 0.7;
/** How much of that room the last turns may take that are kept as they are. */
const tailShare = 0.35;
/** How much of it the current turn may take before it is cut itself. */
const turnShare = 0.6;
/** Tokens that are left for a reply when it is asked whether a request fits, at most this share of the context. */
const replyShare = 1 / 16;
const replyTokens = 2_048;

/** What holds it back counts until the request would not fit at all. */
export function wantsRoom(load: Load): boolean {
  return load.held ? !fits(load) : load.used > load.compactAt;
}

/** With room for a reply. @internal */
export function fits({ used, window }: Pick<Load, 'used' | 'window'>): boolean {
  return used <= window - Math.min(replyTokens, Math.floor(window * replyShare));
}

export interface Goal {
  /** Tokens at which the clearing of results is enough. */
  enough: number;
  /** Tokens of the last turns that are kept. */
  tail: number;
  /** Tokens up to which the current turn is kept whole. */
  turn: number;
}

/**
 * `limit`: tokens above which room is made; after a refusal, or when a person asks, no more than what is used now. `frame`:
 * what every request begins with, the system prompt and the tools: of small contexts it takes the most, and no compaction
 * makes it less.
 */
export function goalOf(limit: number, frame: number): Goal {
  const room = Math.max(0, limit - frame);
  return {
    enough: Math.floor(frame + room * enoughShare),
    tail: Math.floor(room * tailShare),
    turn: Math.floor(room * turnShare),
  };
}
