// What is wrong with a value of a form, in English. Each goes after the name of the field. Another language has a table of
// the same shape.

import { say } from '../sentence.ts';

export const questionStrings = {
  filled: say`has to be filled in`.text,
  text: say`has to be text`.text,
  number: say`has to be a number`.text,
  whole: say`has to be a whole number`.text,
  yesNo: say`has to be yes or no`.text,
  choice: say`has to be one of the choices`.text,
  list: say`has to be a list of choices`.text,
  twice: say`has one choice twice`.text,
  noText: say`has a choice that is no text`.text,
  unknown: say`is of a kind that is not known here`.text,
  shortest: (length: number) => `needs at least ${length} characters`,
  longest: (length: number, has: number) => `takes at most ${length} characters, and has ${has}`,
  longestChoice: (length: number) => `takes at most ${length} characters`,
  email: say`has to be an e-mail address`.text,
  uri: say`has to be a whole address, such as https://example.com`.text,
  date: say`has to be a date, such as 2026-01-31`.text,
  dateTime: say`has to be a date with a time, such as 2026-01-31T12:00:00Z`.text,
  least: (bound: number) => `has to be at least ${bound}`,
  most: (bound: number) => `has to be at most ${bound}`,
  oneOf: (labels: string) => `has to be one of: ${labels}`,
  emptyChoice: say`has an empty choice`.text,
};

export type QuestionStrings = typeof questionStrings;
