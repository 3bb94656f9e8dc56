// What is wrong with a value of a form, in English. Each goes after the name of the field. Another language has a table of
// the same shape.

export const questionWords = {
  filled: 'has to be filled in',
  text: 'has to be text',
  number: 'has to be a number',
  whole: 'has to be a whole number',
  yesNo: 'has to be yes or no',
  choice: 'has to be one of the choices',
  list: 'has to be a list of choices',
  twice: 'has one choice twice',
  noText: 'has a choice that is no text',
  unknown: 'is of a kind that is not known here',
  shortest: (length: number) => `needs at least ${length} characters`,
  longest: (length: number, has: number) => `takes at most ${length} characters, and has ${has}`,
  longestChoice: (length: number) => `takes at most ${length} characters`,
  email: 'has to be an e-mail address',
  uri: 'has to be a whole address, such as https://example.com',
  date: 'has to be a date, such as 2026-01-31',
  dateTime: 'has to be a date with a time, such as 2026-01-31T12:00:00Z',
  least: (bound: number) => `has to be at least ${bound}`,
  most: (bound: number) => `has to be at most ${bound}`,
  oneOf: (labels: string) => `has to be one of: ${labels}`,
  emptyChoice: 'has an empty choice',
};

export type QuestionWords = typeof questionWords;
