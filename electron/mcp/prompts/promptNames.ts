// Slash command names of prompts: `server:prompt`, unique and without white space. Servers may use any names.

import { createHash } from 'node:crypto';
import { boundedText } from '../../lib/boundedText.ts';

export interface NamedPrompt {
  server: string;
  prompt: string;
}

/** The contract's limit, which fits both names. */
const maxNameLength = 320;
const hashLength = 6;

/** If two names collide, an unmodified one wins; the others get a hash suffix. */
export function promptNames(prompts: readonly NamedPrompt[]): string[] {
  const wished = prompts.map(({ server, prompt }) => typeable(`${server}:${prompt}`));
  const holder = new Map<string, number>();
  for (const [at, name] of wished.entries()) {
    const before = holder.get(name);
    if (before === undefined || precedes(prompts[at], prompts[before], name)) holder.set(name, at);
  }
  return wished.map((name, at) => (holder.get(name) === at ? name : `${name}_${hashOf(prompts[at])}`));
}

/** Replaces what cannot be typed: invisible characters and white space. */
function typeable(name: string): string {
  const cleanName = boundedText(name, maxNameLength).replaceAll(/\s+/g, '_');
  return cleanName === '' ? '_' : cleanName;
}

function precedes(one: NamedPrompt | undefined, other: NamedPrompt | undefined, name: string): boolean {
  const [isPlain, isOtherPlain] = [one, other].map((which) => `${which?.server}:${which?.prompt}` === name);
  if (isPlain !== isOtherPlain) return isPlain === true;
  return keyOf(one) < keyOf(other);
}

function keyOf(prompt: NamedPrompt | undefined): string {
  return JSON.stringify([prompt?.server, prompt?.prompt]);
}

function hashOf(prompt: NamedPrompt | undefined): string {
  return createHash('sha256').update(keyOf(prompt)).digest('hex').slice(0, hashLength);
}
