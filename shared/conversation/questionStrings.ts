// Validation messages for form values in English; each follows the field's name. Other languages have a table of the
// same shape.

import { say } from '../core/sentence.ts';

export const questionStrings = {
  filled: say`must be filled in`.text,
  text: say`must be text`.text,
  number: say`must be a number`.text,
  whole: say`must be a whole number`.text,
  yesNo: say`must be yes or no`.text,
  choice: say`must be one of the choices`.text,
  list: say`must be a list of choices`.text,
  twice: say`has the same choice twice`.text,
  noText: say`has a choice that is not text`.text,
  unknown: say`has an unknown type`.text,
  shortest: (length: number) => `needs at least ${length} characters`,
  longest: (length: number, has: number) => `takes at most ${length} characters, and has ${has}`,
  longestChoice: (length: number) => `takes at most ${length} characters`,
  email: say`must be an email address`.text,
  uri: say`must be a full address, such as https://example.com`.text,
  date: say`must be a date, such as 2026-01-31`.text,
  dateTime: say`must be a date with a time, such as 2026-01-31T12:00:00Z`.text,
  least: (bound: number) => `must be at least ${bound}`,
  most: (bound: number) => `must be at most ${bound}`,
  oneOf: (labels: string) => `must be one of: ${labels}`,
  emptyChoice: say`has an empty choice`.text,
};

export type QuestionStrings = typeof questionStrings;
