// The environment in which no model is asked for a title. Tests that count requests, or find a conversation by its first words, are
// about something else; those of titles leave it out.

export const withoutTitles = { THROUGHLINE_TITLES: 'off' } as const;
