// Content blocks of an Anthropic message. Streamed and replayed replies both extract their visible text here.

import { stringOrEmpty } from '../http/replyReader.ts';

export type Block = { type: string } & Record<string, unknown>;

export interface AnthropicMessage {
  role: 'user' | 'assistant';
  content: Block[];
}

export function isThinking({ type }: Block): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

/**
 * Joins text blocks that were only split by citations; a blank line separates text on either side of any other block.
 */
export function visibleText(blocks: readonly Block[]): string {
  let joined = '';
  let previous: Block | null = null;
  for (const block of blocks) {
    if (block.type === 'text')
      joined += (startsParagraph(joined !== '', previous) ? '\n\n' : '') + stringOrEmpty(block.text);
    previous = block;
  }
  return joined;
}

export function startsParagraph(hasSaid: boolean, previous: Block | null): boolean {
  return hasSaid && previous !== null && previous.type !== 'text';
}

export function thinkingText(blocks: readonly Block[]): string {
  return blocks
    .flatMap((block) => (block.type === 'thinking' ? stringOrEmpty(block.thinking) : []))
    .filter(Boolean)
    .join('\n\n');
}
