// Generates call ids for Mistral: "Tool call id was … but must be a-z, A-Z, 0-9, with a length of 9." Its chat template
// enforces this on other servers, too. Derives ids from the conversation's ids in order, so that an id stays the same
// as the conversation grows.

import { createHash } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Unique within a request, and deterministic. */
export function createMistralIds(): (id: string) => string {
  const usedIds = new Set<string>();
  const idsByOriginal = new Map<string, string>();
  return (id) => {
    const before = idsByOriginal.get(id);
    if (before !== undefined) return before;
    let newId = /^[a-zA-Z0-9]{9}$/.test(id) ? id : hashed(id);
    for (let n = 2; usedIds.has(newId); n++) newId = hashed(`${id} ${n}`);
    usedIds.add(newId);
    idsByOriginal.set(id, newId);
    return newId;
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
