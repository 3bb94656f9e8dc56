// The port to the ledger of payments: a line for each paid request, kept when its conversation is deleted. It contains
// counts but no content. Never throws.

import type { Result } from '../../shared/core/errors.ts';
import type { Sentence } from '../../shared/core/sentence.ts';
import type { CostSource } from '../../shared/features/models/cost.ts';

/**
 * `side`: a tool asked the model. `stopped`: cut off, or complete but not a valid reply. `title`: a generated title.
 */
export type PaidKind = 'reply' | 'summary' | 'side' | 'stopped' | 'title';

export interface PaidRequest {
  kind: PaidKind;
  /** ISO 8601, UTC. */
  at: string;
  provider: string;
  model: string;
  project: string;
  conversation: string;
  /** For an agent's conversation: the user's conversation it works for. */
  parent?: string;
  /** Tokens, as in `Usage`. */
  input?: number;
  output?: number;
  cached?: number;
  cacheWrite?: number;
  cacheWriteHour?: number;
  reasoning?: number;
  searches?: number;
  /** US dollars; null: unknown. */
  usd: number | null;
  by?: CostSource;
  /** It cost more: its searches are not included. */
  atLeast?: true;
  /** The `id` of the request that this settles. */
  of?: string;
}

/** A request about to be sent. Without a later paid or `ended` line it was cut off by a crash. */
export interface BegunRequest
  extends Pick<PaidRequest, 'at' | 'provider' | 'model' | 'project' | 'conversation' | 'parent'> {
  kind: 'begun';
  id: string;
  request: PaidKind;
}

/** It ended without a known cost. */
export interface EndedRequest {
  kind: 'ended';
  at: string;
  of: string;
}

/** The user raised a limit by this amount, for that day or conversation. */
export interface RaisedLimit {
  kind: 'raise';
  at: string;
  limit: 'day' | 'conversation';
  conversation: string;
  usd: number;
}

/** The lines of one day, model and conversation combined. */
export interface UsageRow {
  /** In the user's time zone, as `2026-11-24`. */
  day: string;
  provider: string;
  model: string;
  project: string;
  conversation: string;
  parent: string | null;
  replies: number;
  /** Number of requests of unknown cost. */
  unknown: number;
  /** Number of generated titles, which are not replies, and their share of the sum. */
  titles: number;
  titlesUsd: number;
  /** US dollars, for those whose cost is known. */
  usd: number;
  atLeast: boolean;
  input: number;
  output: number;
  cached: number;
}

export interface UsageLedger {
  /** Appends to the month's file; resolves when done. A line that could not be written counts until the app quits. */
  append(line: PaidRequest | BegunRequest | EndedRequest | RaisedLimit): Promise<Result<void>>;
  /** Returns all rows from this day on (null: from the first), including other processes'. Reads only what is new. */
  rows(fromDay: string | null): Promise<UsageRow[]>;
  /** Returns the rows of a conversation and its agents since a moment. */
  since(conversation: string, at: string): Promise<UsageRow[]>;
  /** Returns by how much the user raised the limits. */
  raised(): Promise<RaisedLimit[]>;
  /** Returns why the last read or write failed; null: it succeeded. */
  problem(): Sentence | null;
  /** Waits for pending writes. */
  close(): Promise<void>;
}
