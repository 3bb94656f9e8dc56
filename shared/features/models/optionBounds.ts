// Allowed values of the model options. No schema, so that the command line can load it cheaply.

/** Ascending. Providers use other words, and not all of these levels. */
export const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof efforts)[number];

export const temperatureBounds = { min: 0, max: 2 } as const;
/** Tokens of one reply, including thinking. */
export const outputBounds = { min: 16, max: 1_000_000 } as const;
