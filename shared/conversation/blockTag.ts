// The name of the tag around a text that somebody else wrote. A text that has the tag's own end in it must not end its
// block: then the tag gets a number that the text does not use. The same text, the same name. Pure.

/** `name`: of lower-case letters. */
export function blockTag(name: string, text: string): string {
  const used = new Set<string>();
  let closes = false;
  for (const [, number] of text.matchAll(new RegExp(`<\\s*/\\s*${name}(?:-(\\d{1,9}))?(?![\\w-])`, 'gi'))) {
    closes = true;
    if (number !== undefined) used.add(String(Number(number)));
  }
  if (!closes) return name;
  let number = 1;
  while (used.has(String(number))) number++;
  return `${name}-${number}`;
}
