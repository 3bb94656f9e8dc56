// Builds the entries of the method table.

import { z } from 'zod';
import { isSafeId } from '../core/ids.ts';
import { say } from '../core/sentence.ts';

/**
 * What a call is queued behind: `none` runs immediately, `app` one at a time, `conversation` one at a time per
 * conversation in the parameters.
 */
export type Lane = 'none' | 'app' | 'conversation';

export interface Method<Params, Result> {
  params: z.ZodType<Params>;
  lane: Lane;
  /** Never set; carries the type of the result. */
  result?: Result;
}

export function defineMethod<Result>() {
  return <Params>(lane: Lane, params: z.ZodType<Params>): Method<Params, Result> => ({ lane, params });
}

export const id = z.string().refine(isSafeId, say`not a valid ID`.text);
/** @alias id */
export const conversationId = id;
export const nothing = z.object({});
export type Nothing = Record<string, never>;
