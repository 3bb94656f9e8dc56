// The port to the ledger of what was paid for: a line for each reply or other request that costs, kept when its conversation is
// deleted. It has counts and no content. Nothing here throws.

import type { Result } from '../../shared/core/errors.ts';
import type { Sentence } from '../../shared/core/sentence.ts';
import type { CostSource } from '../../shared/features/models/cost.ts';

/** `side`: a tool asked the model. `stopped`: it broke off, or came whole and was no reply. `title`: of the conversation. */
export type PaidKind = 'reply' | 'summary' | 'side' | 'stopped' | 'title';

export interface PaidRequest {
  kind: PaidKind;
  /** ISO 8601, UTC. */
  at: string;
  provider: string;
  model: string;
  project: string;
  conversation: string;
  /** The conversation of the person's in which this one works as an agent. */
  parent?: string;
  /** Tokens, as in `Usage`. */
  input?: number;
  output?: number;
  cached?: number;
  cacheWrite?: number;
  cacheWriteHour?: number;
  reasoning?: number;
  searches?: number;
  /** US dollars; null: not known. */
  usd: number | null;
  by?: CostSource;
  /** It cost more: its searches are not in it. */
  atLeast?: true;
  /** The `id` of the request that this settles. */
  of?: string;
}

/** A request that is about to be sent. One that neither a paid line nor an `ended` line settles was cut off by a crash. */
export interface BegunRequest
  extends Pick<PaidRequest, 'at' | 'provider' | 'model' | 'project' | 'conversation' | 'parent'> {
  kind: 'begun';
  id: string;
  request: PaidKind;
}

/** It ended and cost nothing that is known of. */
export interface EndedRequest {
  kind: 'ended';
  at: string;
  of: string;
}

/** That a person let a limit be passed: it is so much higher, of that day or of that conversation. */
export interface RaisedLimit {
  kind: 'raise';
  at: string;
  limit: 'day' | 'conversation';
  conversation: string;
  usd: number;
}

/** Lines of one day, model and conversation, together. */
export interface UsageRow {
  /** On the person's own calendar, as `2026-11-24`. */
  day: string;
  provider: string;
  model: string;
  project: string;
  conversation: string;
  parent: string | null;
  replies: number;
  /** Of them, those of unknown cost. */
  unknown: number;
  /** Titles of conversations, which are no replies, and what of the sum they took. */
  titles: number;
  titlesUsd: number;
  /** US dollars, of those whose cost is known. */
  usd: number;
  atLeast: boolean;
  input: number;
  output: number;
  cached: number;
}

export interface UsageLedger {
  /** One write at the end of the month's file. Resolves when it is done. A line that could not be written counts until the app quits. */
  append(line: PaidRequest | BegunRequest | EndedRequest | RaisedLimit): Promise<Result<void>>;
  /** All there is, from this day on (null: from the first), with what other processes added. What was read is not read again. */
  rows(fromDay: string | null): Promise<UsageRow[]>;
  /** What one conversation and its agents took since a moment. */
  since(conversation: string, at: string): Promise<UsageRow[]>;
  /** How much higher a person made the limits. */
  raised(): Promise<RaisedLimit[]>;
  /** Why something could not be written or read, the last time that it was tried; null: all is well. */
  problem(): Sentence | null;
  /** Waits for the lines that are being written. */
  close(): Promise<void>;
}
