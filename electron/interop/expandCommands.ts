// Expands the user's `/` commands for apps that do not know them: exports the text that was actually sent.

import { type CommandPart, commandText } from '../../shared/conversation/message.ts';

/** Falls back to the typed command if the expansion is no longer stored. */
export async function expandCommands(
  part: CommandPart,
  attachment: (hash: string) => Promise<Uint8Array | null>,
): Promise<string> {
  const bytes = typeof part.hash === 'string' ? await attachment(part.hash) : null;
  return bytes ? new TextDecoder().decode(bytes) : commandText(part);
}
