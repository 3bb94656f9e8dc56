// Claude Code wraps a typed `/review 12` and command output in tags inside the user's messages. They are stored and
// sent unchanged; this recovers the typed or printed text for display.

const tags = /^\s*(?:<((?:command|local-command)-[a-z]+)>[^<]*<\/\1>\s*)+$/;
const tag = /<((?:command|local-command)-[a-z]+)>([^<]*)<\/\1>/g;

/** Null: the text contains more than such tags, or is empty. */
export function typedCommand(text: string): string | null {
  if (!tags.test(text)) return null;
  const tagTexts = new Map([...text.matchAll(tag)].map(([, name, inner]) => [name, inner?.trim() ?? '']));
  const typed = [tagTexts.get('command-name'), tagTexts.get('command-args')].filter(Boolean).join(' ');
  return typed || [...tagTexts.values()].filter(Boolean).join('\n') || null;
}
