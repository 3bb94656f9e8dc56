// The provider-neutral history that each provider folder maps to its own wire format. Field names follow OpenAI's Chat
// Completions.

import type { ToolCall } from './message.ts';

export type ApiContentPart =
  | { type: 'text'; text: string }
  /** `data`: base64 of the bytes, if available. */
  | ({ type: 'image'; hash: string; mediaType: string; data?: string } & Unloaded)
  /** `pages`: approximate page count of a PDF, if its bytes are available. */
  | ({ type: 'file'; hash: string; mediaType: string; name: string; data?: string; pages?: number } & Unloaded);

/**
 * `unloaded`: encoded size of a part that was not loaded because the attachments together exceed the provider's limit.
 * Such a request fails its check and is never sent.
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
      /** Not sent as is: providers that need their thinking returned read it from here. */
      reasoning?: string;
      providerData?: Record<string, unknown>;
    }
  /**
   * `images`: returned in addition to the text, each preceded by a text part that names it. The provider decides where
   * they go.
   */
  | { role: 'tool'; tool_call_id: string; content: string; images?: ApiContentPart[] };

/** Returns a message's content as parts. */
export function partsOf(message: ApiMessage): ApiContentPart[] {
  const { content } = message;
  const parts: ApiContentPart[] =
    content === null ? [] : typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return message.role === 'tool' && message.images ? [...parts, ...message.images] : parts;
}

export interface ApiTool {
  type: 'function';
  function: { name: string; description: string; parameters: Record<string, unknown> };
}
