// The format of compares in meta.json.

import { z } from 'zod';
import { isSafeId } from '../../core/ids.ts';
import { modelOptionsSchema } from '../models/modelOptions.ts';
import { presetRefSchema } from '../presets/schema.ts';
import { maxContestants, minContestants } from './bounds.ts';

const storedId = z.string().refine(isSafeId);

/** A model or an external agent that answers, with its options. */
const contestantSchema = z.looseObject({
  /** Its conversation; it may not exist yet. */
  conversationId: storedId,
  model: z.object({ provider: z.string(), model: z.string() }),
  modelOptions: modelOptionsSchema,
  preset: z.looseObject(presetRefSchema.shape).exactOptional(),
});
export type Contestant = z.infer<typeof contestantSchema>;

export const compareSchema = z.looseObject({
  id: storedId,
  /** The user's message, and the record that the answers follow. */
  messageId: storedId,
  headId: storedId,
  at: z.string(),
  /** Each contestant may change files, in its own worktree; otherwise it only reads. */
  edits: z.boolean(),
  /** The worktrees also got the folder's uncommitted changes. */
  bring: z.boolean(),
  /** The user allowed the answers to exceed the spending limits. */
  overLimit: z.boolean().exactOptional(),
  contestants: z.array(contestantSchema).min(minContestants).max(maxContestants),
  /** The contestant that the conversation continues with. */
  adopted: storedId.exactOptional(),
  /** The path of that contestant's worktree, which the conversation took over; null: it had none, so nothing was taken. */
  taken: z.string().nullable().exactOptional(),
});
export type Compare = z.infer<typeof compareSchema>;
