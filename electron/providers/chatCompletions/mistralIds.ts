// Generates call ids for Mistral: "Tool call id was … but must be a-z, A-Z, 0-9, with a length of 9." Its chat template
// enforces this on other servers, too. Derives ids from the conversation's ids in order, so that an id stays the same
// as the conversation grows.

import { createHash } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Unique within a request, and deterministic. */
export function createMistralIds(): (id: string) => string {
  const taken = new Set<string>();
  const known = new Map<string, string>();
  return (id) => {
    const before = known.get(id);
    if (before !== undefined) return before;
    let made = /^[a-zA-Z0-9]{9}$/.test(id) ? id : hashed(id);
    for (let n = 2; taken.has(made); n++) made = hashed(`${id} ${n}`);
    taken.add(made);
    known.set(id, made);
    return made;
  };
}

function hashed(text: string): string {
  const bytes = createHash('sha256').update(text).digest();
  return Array.from({ length: 9 }, (_, at) => alphabet[(bytes[at] as number) % alphabet.length]).join('');
}

/** Whether the model is Mistral's, on any server. */
export function isMistralModel(model: string): boolean {
  return /mi[sx]tral|ministral|magistral|codestral|devstral|pixtral|voxtral/i.test(model);
}
