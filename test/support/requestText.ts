// The text of a request in any API's format, as one string to search in.

/** Returns all strings of a value, and those inside call arguments. Skips keys that are only API names. */
export function requestText(value: unknown): string {
  const out: string[] = [];
  const walk = (part: unknown): void => {
    if (typeof part === 'string') out.push(part);
    else if (Array.isArray(part)) part.forEach(walk);
    else if (typeof part === 'object' && part !== null) Object.values(part).forEach(walk);
  };
  walk(value);
  return out.join('\n');
}
