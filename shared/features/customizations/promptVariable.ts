// A variable in the text of a prompt: `{{name}}`. Pure.

/** Its first group is the name. */
export const promptVariable = /\{\{\s*([\p{L}_][\p{L}\p{N}_-]{0,63})\s*\}\}/gu;

/** Names in the order in which they stand there, each once. */
export function variablesIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(promptVariable), ([, name = '']) => name))];
}
