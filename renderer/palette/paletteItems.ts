// What the palette offers for what was typed: commands first, then the conversations that it names by id or by its
// beginning, then those whose titles have every word. Pure.

import type { ConversationRow } from '../../shared/contract/resources.ts';
import { minimumPrefix } from '../../shared/ids.ts';

export interface PaletteCommand {
  id: string;
  label: string;
  keys?: string;
}

export interface PaletteItems {
  commands: PaletteCommand[];
  conversations: ConversationRow[];
}

const most = 50;

/** Those whose id begins with what was typed: the exact one alone, and nobody for less than a prefix has. */
function namedBy(typed: string, conversations: readonly ConversationRow[]): ConversationRow[] {
  const exact = conversations.find((row) => row.id === typed);
  if (exact) return [exact];
  if (typed.length < minimumPrefix) return [];
  return conversations.filter((row) => row.id.startsWith(typed)).slice(0, most);
}

export function paletteItems(
  typed: string,
  commands: readonly PaletteCommand[],
  conversations: readonly ConversationRow[],
): PaletteItems {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const fits = (text: string): boolean => {
    const lower = text.toLocaleLowerCase();
    return words.every((word) => lower.includes(word));
  };
  const named = namedBy(typed.trim(), conversations);
  const found = [...named];
  for (const row of conversations) {
    if (found.length >= most) break;
    if (fits(row.title) && !named.includes(row)) found.push(row);
  }
  return { commands: commands.filter((command) => fits(command.label)), conversations: found };
}
