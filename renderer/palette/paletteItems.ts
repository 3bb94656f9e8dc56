// What the palette offers for what was typed: commands first, then conversations whose titles have every word. Pure.

import type { ConversationRow } from '../../shared/contract/resources.ts';

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
  const found: ConversationRow[] = [];
  for (const row of conversations) {
    if (found.length === most) break;
    if (fits(row.title)) found.push(row);
  }
  return { commands: commands.filter((command) => fits(command.label)), conversations: found };
}
