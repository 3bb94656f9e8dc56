// SQL over the conversations, calls and costs on this machine.

import { z } from 'zod';
import { defineMethod, id, nothing } from '../../protocol/method.ts';

/** Integers beyond what a number holds are text, and so are bytes, as `x'00ff'`. */
export type Cell = string | number | null;

export interface QueryAnswer {
  columns: string[];
  rows: Cell[][];
  /** True if the query has more rows than a page shows. */
  more: boolean;
  /** Milliseconds, without bringing the data up to date. */
  ms: number;
}

/** A question that the user saved. */
export interface SavedQuery {
  id: string;
  name: string;
  sql: string;
}

/** `done` of `total` conversations are read; published while a query waits for that. */
export type QueryEvent = { type: 'query.progress'; done: number; total: number };

export const maxShownRows = 5_000;
export const maxQueryLength = 100_000;
const name = z.string().trim().min(1).max(100);
const sql = z.string().max(maxQueryLength);

export const queryMethods = {
  /** A canceled call ends the query. An error's `details.position` has its line and column. */
  'query.run': defineMethod<QueryAnswer>()('none', z.object({ sql })),
  'query.saved': defineMethod<{ queries: SavedQuery[] }>()('none', nothing),
  /** Replaces the one with this ID. */
  'query.save': defineMethod<{ queries: SavedQuery[] }>()('app', z.object({ id, name, sql })),
  'query.remove': defineMethod<{ queries: SavedQuery[] }>()('app', z.object({ id })),
} as const;
