// Variables in a prompt's text: `{{name}}`.

/** The first group is the name. */
export const promptVariable = /\{\{\s*([\p{L}_][\p{L}\p{N}_-]{0,63})\s*\}\}/gu;

/** Returns the names in order, without duplicates. */
export function variablesIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(promptVariable), ([, name = '']) => name))];
}
