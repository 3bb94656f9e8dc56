// How a conversation wants its model to answer. Each is optional: without it the provider does as it does by itself. What a model
// does not take is not sent (electron/providers/catalogue).

import { z } from 'zod';
import { type Effort, efforts, outputBounds, temperatureBounds } from './optionBounds.ts';

export { type Effort, efforts };

/** A model, by its provider's id and its own. */
export interface ModelRef {
  provider: string;
  model: string;
}

export const modelOptionsSchema = z.looseObject({
  effort: z.enum(efforts).optional(),
  temperature: z.number().min(temperatureBounds.least).max(temperatureBounds.most).optional(),
  /** Tokens of one reply, thinking among them. */
  maxOutputTokens: z.number().int().min(outputBounds.least).max(outputBounds.most).optional(),
  /** Whether a summary of its thinking is asked for where a model is silent about it; default: yes. */
  showThinking: z.boolean().optional(),
  /** The provider's own web search, which sends the query without a question. */
  providerSearch: z.boolean().optional(),
});

export type ModelOptions = z.infer<typeof modelOptionsSchema>;

/** Without what stands as the provider has it by itself. */
export function givenOptions(options: ModelOptions): ModelOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** What a request holds of what was chosen, as far as that is another thing. */
export interface OptionsSent {
  /** Chosen, and not in the request: the model does not take it, or not beside the others. */
  left: ('effort' | 'temperature')[];
  /** What goes instead of what was chosen. */
  instead: { effort?: Effort; maxOutputTokens?: number };
}

/** What of them a model takes. */
export interface ModelAbilities {
  /** In their order; empty: it has none that can be chosen. */
  efforts: readonly Effort[];
  temperature: boolean;
  /** The most tokens of one reply, where it is known. */
  maxOutputTokens: number | null;
  /** It thinks, and tells of it. */
  thinking: boolean;
  /** It has a web search of its own. */
  providerSearch: boolean;
}

/** `known` false: its name tells nothing, all of them are sent as they are, and a refusal would tell. */
export interface ModelTakes {
  abilities: ModelAbilities;
  known: boolean;
  /** Of those that were asked about. */
  sent: OptionsSent;
}
