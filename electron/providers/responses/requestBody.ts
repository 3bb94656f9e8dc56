// The provider-neutral request → the body of POST /responses. Nothing is left on the server (`store: false`), so items have
// no ids of their own: an id that the server does not know, or whose companion is missing, is refused ("Item 'fc_…' of type
// 'function_call' was provided without its required 'reasoning' item"). Calls and results meet by `call_id`.

import type { ApiContentPart, ApiMessage } from '../../../shared/conversation/apiMessage.ts';
import type { ModelRequest } from '../../ports/provider.ts';
import { attachmentNote } from '../attachmentNote.ts';
import { ownData } from '../ownData.ts';
import { pdfPart } from '../pdfPart.ts';

export interface ResponsesBody {
  model: string;
  instructions?: string;
  input: InputItem[];
  tools?: {
    type: 'function';
    name: string;
    description: string;
    parameters: Record<string, unknown>;
    strict: false;
  }[];
  store: false;
  stream: true;
}

type InputPart =
  | { type: 'input_text'; text: string }
  | { type: 'input_image'; image_url: string; detail: 'auto' }
  | { type: 'input_file'; filename: string; file_data: string };

interface ReasoningItem {
  type: 'reasoning';
  id: string;
  summary: { type: 'summary_text'; text: string }[];
  encrypted_content: string;
}

type InputItem =
  | { role: 'user'; content: string | InputPart[] }
  | { role: 'assistant'; content: string }
  | { type: 'function_call'; call_id: string; name: string; arguments: string }
  | { type: 'function_call_output'; call_id: string; output: string | InputPart[] }
  | ReasoningItem;

/** `providerId`: whose reasoning may be sent back. */
export function responsesBody(request: ModelRequest, providerId: string): ResponsesBody {
  return {
    model: request.model,
    ...(request.system === '' ? {} : { instructions: request.system }),
    input: request.messages.flatMap((message) => items(message, request.model, providerId)),
    ...(request.tools.length > 0
      ? {
          tools: request.tools.map(({ function: { name, description, parameters } }) => ({
            type: 'function' as const,
            name,
            description,
            parameters,
            // Without it the server would ask for schemas of its strict kind.
            strict: false as const,
          })),
        }
      : {}),
    store: false,
    stream: true,
  };
}

function items(message: ApiMessage, model: string, providerId: string): InputItem[] {
  switch (message.role) {
    // Repair has made every one a user's: the server would take more than one, and it would change the prefix.
    case 'system':
    case 'user':
      return [{ role: 'user', content: userContent(message.content) }];
    case 'tool':
      return [{ type: 'function_call_output', call_id: message.tool_call_id, output: outputOf(message) }];
    case 'assistant': {
      const said: InputItem[] = message.content === null ? [] : [{ role: 'assistant', content: message.content }];
      const calls = (message.tool_calls ?? []).map(
        ({ id, function: { name, arguments: text } }): InputItem => ({
          type: 'function_call',
          call_id: id,
          name,
          arguments: text || '{}',
        }),
      );
      return [...reasoningItems(message.providerData, model, providerId), ...said, ...calls];
    }
  }
}

function outputOf({ content, images }: ApiMessage & { role: 'tool' }): string | InputPart[] {
  return images ? [{ type: 'input_text', text: content }, ...images.map(inputPart)] : content;
}

function userContent(content: string | ApiContentPart[]): string | InputPart[] {
  if (typeof content === 'string') return content;
  return content.map(inputPart);
}

function inputPart(part: ApiContentPart): InputPart {
  if (part.type === 'text') return { type: 'input_text', text: part.text };
  if (part.type === 'image' && part.data !== undefined) {
    const url = `data:${part.mediaType};base64,${part.data}`;
    return { type: 'input_image', image_url: url, detail: 'auto' };
  }
  const pdf = pdfPart(part);
  if (pdf) return { type: 'input_file', filename: pdf.name, file_data: pdf.url };
  return { type: 'input_text', text: attachmentNote(part) };
}

/**
 * Reasoning is usable when its provider gave it encrypted: without what it is encrypted in, the server would look for it
 * and not find it. The reply's own items follow it ("provided without its required following item").
 */
function reasoningItems(data: Record<string, unknown> | undefined, model: string, providerId: string): ReasoningItem[] {
  const kept = ownData(data, 'responses', providerId, model)?.reasoning;
  if (!Array.isArray(kept)) return [];
  const items = kept.map(readReasoning);
  return items.every((item) => item !== null) ? items : [];
}

function readReasoning(value: unknown): ReasoningItem | null {
  const { id, summary, encrypted_content: encrypted } = (value ?? {}) as Record<string, unknown>;
  if (typeof id !== 'string' || !id.startsWith('rs') || typeof encrypted !== 'string' || encrypted === '') return null;
  const parts = (Array.isArray(summary) ? summary : []).flatMap((part: unknown) => {
    const { text } = (part ?? {}) as { text?: unknown };
    return typeof text === 'string' ? [{ type: 'summary_text' as const, text }] : [];
  });
  return { type: 'reasoning', id, summary: parts, encrypted_content: encrypted };
}
