// What a person called with `/`, for programs that know nothing of it: the text that was sent in its place.

import { type CommandPart, commandText } from '../../shared/conversation/message.ts';

/** As it was typed where the text is no longer kept. */
export async function calledText(
  part: CommandPart,
  attachment: (hash: string) => Promise<Uint8Array | null>,
): Promise<string> {
  const bytes = typeof part.hash === 'string' ? await attachment(part.hash) : null;
  return bytes ? new TextDecoder().decode(bytes) : commandText(part);
}
