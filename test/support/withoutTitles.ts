// The environment in which no model is asked for a title. Most tests count requests, or find a conversation by its
// first words; title tests leave it out.

export const withoutTitles = { THROUGHLINE_TITLES: 'off' } as const;
