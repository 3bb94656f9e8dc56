// Turns validation issues into translatable sentences. The English is the library's own.

import type { z } from 'zod';
import { type Sentence, say, type UserText } from './sentence.ts';

type Issue = Pick<z.core.$ZodIssue, 'message'> & Partial<z.core.$ZodIssue>;

/** Returns the library's message unchanged when there is no sentence for it. */
export function issueSentence(issue: Issue): UserText {
  const made = sentenceOf(issue as Partial<Record<string, unknown>>);
  return made !== null && made.text === issue.message ? made : say.words(issue.message);
}

function sentenceOf({ code, ...issue }: Partial<Record<string, unknown>>): Sentence | null {
  const { origin } = issue;
  if (typeof origin === 'string' && code === 'too_small') {
    const least = String(issue.minimum);
    if (origin === 'string') return say`Too small: expected string to have >=${least} characters`;
    if (origin === 'array') return say`Too small: expected array to have >=${least} items`;
    return issue.inclusive === true
      ? say`Too small: expected ${origin} to be >=${least}`
      : say`Too small: expected ${origin} to be >${least}`;
  }
  if (typeof origin === 'string' && code === 'too_big') {
    const most = String(issue.maximum);
    if (origin === 'string') return say`Too big: expected string to have <=${most} characters`;
    if (origin === 'array') return say`Too big: expected array to have <=${most} items`;
    return issue.inclusive === true
      ? say`Too big: expected ${origin} to be <=${most}`
      : say`Too big: expected ${origin} to be <${most}`;
  }
  const [, expected, received] = /^Invalid input: expected (.+), received (\w+)$/.exec(String(issue.message)) ?? [];
  if (expected !== undefined) return say`Invalid input: expected ${expected}, received ${received}`;
  const [, options] = /^Invalid option: expected one of (.+)$/.exec(String(issue.message)) ?? [];
  if (options !== undefined) return say`Invalid option: expected one of ${options}`;
  const [, key] = /^Unrecognized key: "(.+)"$/.exec(String(issue.message)) ?? [];
  return key === undefined ? null : say`Unrecognized key: "${key}"`;
}
