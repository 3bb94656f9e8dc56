// What a request says, whatever its wire: every text in it, as one, to look for words in.

/** All strings of a value, arguments of calls also as what they say. Keys that are only names of the wire are not looked at. */
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
