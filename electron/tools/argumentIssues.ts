// What is wrong with a tool's arguments, in words that a model can act on: `field: what is wrong`.

import type { z } from 'zod';
import { say, type UserText } from '../../shared/sentence.ts';

const mostIssues = 5;

export function describeIssues(issues: readonly z.core.$ZodIssue[], args: unknown, known: readonly string[]): string {
  const said = issues.slice(0, mostIssues).map((issue) => describeIssue(issue, args, known));
  if (issues.length > mostIssues) said.push(say`and ${issues.length - mostIssues} more`);
  return said.join('; ');
}

function describeIssue(issue: z.core.$ZodIssue, args: unknown, known: readonly string[]): UserText {
  const field = issue.path.length === 0 ? 'arguments' : issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.join(', ');
    return issue.path.length === 0
      ? say`${names}: not an argument of this tool; it takes ${known.join(', ')}`
      : say`${field}: does not take ${names}`;
  }
  if (issue.code === 'invalid_type') {
    const value = valueAt(args, issue.path);
    if (value === undefined || value === null) return say`${field}: is missing; give a value of type ${issue.expected}`;
  }
  return `${field}: ${issue.message.replace(/^Invalid (input|option): /, '').replace(/^Too (small|big): /, '')}`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Record<PropertyKey, unknown>)[key];
  }
  return at;
}
