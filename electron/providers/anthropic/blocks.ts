// The blocks of a message: what a reply consists of, in its order. What each says for people is read here, the same for a reply
// that arrives and for one that goes back.

import { text } from '../http/replyReader.ts';

export type Block = { type: string } & Record<string, unknown>;

export interface AnthropicMessage {
  role: 'user' | 'assistant';
  content: Block[];
}

export function isThinking({ type }: Block): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

/** A text that is cut into blocks by its citations is one; between two texts that something else parts stands a blank line. */
export function saidText(blocks: readonly Block[]): string {
  let said = '';
  let previous: Block | null = null;
  for (const block of blocks) {
    if (block.type === 'text') said += (startsParagraph(said !== '', previous) ? '\n\n' : '') + text(block.text);
    previous = block;
  }
  return said;
}

export function startsParagraph(hasSaid: boolean, previous: Block | null): boolean {
  return hasSaid && previous !== null && previous.type !== 'text';
}

export function thoughtText(blocks: readonly Block[]): string {
  return blocks
    .flatMap((block) => (block.type === 'thinking' ? text(block.thinking) : []))
    .filter(Boolean)
    .join('\n\n');
}
