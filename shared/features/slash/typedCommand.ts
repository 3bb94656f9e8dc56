// Claude Code writes a person's `/review 12`, and what a command printed, as tags into the person's own lines. Stored and sent
// they stay so; shown is what was typed or printed.

const tags = /^\s*(?:<((?:command|local-command)-[a-z]+)>[^<]*<\/\1>\s*)+$/;
const tag = /<((?:command|local-command)-[a-z]+)>([^<]*)<\/\1>/g;

/** Null: the text is not of such tags alone, or says nothing. */
export function typedCommand(text: string): string | null {
  if (!tags.test(text)) return null;
  const found = new Map([...text.matchAll(tag)].map(([, name, inner]) => [name, inner?.trim() ?? '']));
  const typed = [found.get('command-name'), found.get('command-args')].filter(Boolean).join(' ');
  return typed || [...found.values()].filter(Boolean).join('\n') || null;
}
