// The provider-neutral history: what a conversation becomes before a provider folder maps it to its own wire form. The
// words are those of OpenAI's Chat Completions.

import type { ToolCall } from './message.ts';

export type ApiContentPart =
  | { type: 'text'; text: string }
  /** `data`: base64 of its bytes, where they are there. */
  | ({ type: 'image'; hash: string; mediaType: string; data?: string } & Unloaded)
  /** `pages`: about how many a PDF has, where its bytes are there. */
  | ({ type: 'file'; hash: string; mediaType: string; name: string; data?: string; pages?: number } & Unloaded);

/**
 * `unloaded`: characters that it has on the wire and that were not loaded, because all that was attached has more than the
 * provider takes: such a request is refused by its check and never sent.
 */
interface Unloaded {
  unloaded?: number;
}

export type ApiMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string | ApiContentPart[] }
  | {
      role: 'assistant';
      content: string | null;
      tool_calls?: ToolCall[];
      /** Not on the wire as such: a provider that needs its thinking back takes it from here. */
      reasoning?: string;
      providerData?: Record<string, unknown>;
    }
  /** `images`: what it returned beside its text, each image behind the words that name it. Where they stand is the wire's. */
  | { role: 'tool'; tool_call_id: string; content: string; images?: ApiContentPart[] };

/** Everything that a message says, as parts. */
export function partsOf(message: ApiMessage): ApiContentPart[] {
  const { content } = message;
  const said: ApiContentPart[] =
    content === null ? [] : typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return message.role === 'tool' && message.images ? [...said, ...message.images] : said;
}

export interface ApiTool {
  type: 'function';
  function: { name: string; description: string; parameters: Record<string, unknown> };
}
