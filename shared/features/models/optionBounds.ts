// What a model's options may be. Without a schema: the command line reads it before it knows what it has to load.

/** From none to the most. Providers have other words, and not all of these steps. */
export const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof efforts)[number];

export const temperatureBounds = { least: 0, most: 2 } as const;
/** Tokens of one reply, thinking among them. */
export const outputBounds = { least: 16, most: 1_000_000 } as const;
