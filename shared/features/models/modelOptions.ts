// How the model should answer in a conversation. Each option defaults to the provider's own behavior. Options that a
// model does not support are not sent (electron/chat/optionsSent.ts and each provider's request body).

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
  temperature: z.number().min(temperatureBounds.min).max(temperatureBounds.max).optional(),
  /** Tokens of one reply, including thinking. */
  maxOutputTokens: z.number().int().min(outputBounds.min).max(outputBounds.max).optional(),
  /** Whether to request a summary of hidden thinking; default: yes. */
  showThinking: z.boolean().optional(),
  /** The provider's own web search, which sends queries without asking the user. */
  providerSearch: z.boolean().optional(),
});

export type ModelOptions = z.infer<typeof modelOptionsSchema>;

/** Drops options that equal the provider's default. */
export function nonDefaultOptions(options: ModelOptions): ModelOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** How a request deviates from the chosen options. */
export interface OptionDeviations {
  /** Chosen but not sent: the model does not support it, or not in this combination. */
  left: ('effort' | 'temperature')[];
  /** Sent in place of the chosen value. */
  instead: { effort?: Effort; maxOutputTokens?: number };
}

/** Which of the options a model supports. */
export interface ModelAbilities {
  /** In ascending order; empty: not selectable. */
  efforts: readonly Effort[];
  temperature: boolean;
  /** Maximum tokens of one reply, if known. */
  maxOutputTokens: number | null;
  /** It thinks, and shows it. */
  thinking: boolean;
  /** It has its own web search. */
  providerSearch: boolean;
}

/** `known` false: the name is unknown, so all options are sent unchanged; a refusal would tell. */
export interface ModelTakes {
  abilities: ModelAbilities;
  known: boolean;
  /** How the requested options would be sent. */
  sent: OptionDeviations;
}
