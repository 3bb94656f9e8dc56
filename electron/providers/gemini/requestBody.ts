// The provider-neutral request → the body of `models/<model>:streamGenerateContent`; the model's name is in the address. The
// calls of a reply are parts of one content, and their results are parts of the one behind it, as many and in their order
// ("Please ensure that the number of function response parts is equal to the number of function call parts").

import type { ApiContentPart, ApiMessage } from '../../../shared/conversation/apiMessage.ts';
import type { ToolCall } from '../../../shared/conversation/message.ts';
import type { ModelRequest } from '../../ports/provider.ts';
import { attachmentNote } from '../attachmentNote.ts';
import { argumentsObject } from '../callArguments.ts';
import { imageRows, imagesFollowText } from '../imageRows.ts';
import { ownData } from '../ownData.ts';
import { pdfPart } from '../pdfPart.ts';

export interface GeminiBody {
  systemInstruction?: { parts: { text: string }[] };
  contents: Content[];
  tools?: {
    functionDeclarations: { name: string; description: string; parametersJsonSchema: Record<string, unknown> }[];
  }[];
}

interface Content {
  role: 'user' | 'model';
  parts: Part[];
}

type Part =
  | { text: string }
  | { inlineData: { mimeType: string; data: string } }
  | { functionCall: { name: string; args: Record<string, unknown> }; thoughtSignature?: string }
  | { functionResponse: { name: string; response: { output: string } | { error: string } } };

/** What Google names for a history of another model, whose calls it has not signed. */
const unsigned = 'skip_thought_signature_validator';

/** `providerId`: whose thought signatures may be sent back. */
export function geminiBody(request: ModelRequest, providerId: string): GeminiBody {
  const declarations = request.tools.map(({ function: { name, description, parameters } }) => ({
    name: wireName(name),
    description,
    parametersJsonSchema: parameters,
  }));
  return {
    ...(request.system === '' ? {} : { systemInstruction: { parts: [{ text: request.system }] } }),
    contents: contentsOf(request, providerId),
    ...(declarations.length > 0 ? { tools: [{ functionDeclarations: declarations }] } : {}),
  };
}

function contentsOf({ messages, model }: ModelRequest, providerId: string): Content[] {
  const names = new Map<string, string>();
  const out: Content[] = [];
  let results: Part[] | null = null;
  for (const row of imageRows(messages)) {
    // Results stand by themselves, as many as there were calls.
    if (row.kind === 'bridge') out.push({ role: 'model', parts: [{ text: imagesFollowText }] });
    if (row.kind === 'images') out.push({ role: 'user', parts: userParts(row.images) });
    if (row.kind !== 'message') continue;
    const message = messages[row.message] as ApiMessage;
    if (message.role === 'tool') {
      const part = resultPart(message.content, names.get(message.tool_call_id) ?? 'unnamed');
      if (results) results.push(part);
      else {
        results = [part];
        out.push({ role: 'user', parts: results });
      }
      continue;
    }
    results = null;
    if (message.role === 'assistant') {
      for (const call of message.tool_calls ?? []) names.set(call.id, wireName(call.function.name));
      out.push({ role: 'model', parts: replyParts(message, model, providerId) });
    } else out.push({ role: 'user', parts: userParts(message.content) });
  }
  return out;
}

function resultPart(content: string, name: string): Part {
  const response = content.startsWith('Error: ') ? { error: content } : { output: content };
  return { functionResponse: { name, response } };
}

function replyParts(message: ApiMessage & { role: 'assistant' }, model: string, providerId: string): Part[] {
  const said: Part[] = message.content === null ? [] : [{ text: message.content }];
  const signatures = ownData(message.providerData, 'gemini', providerId, model)?.signatures;
  const calls = (message.tool_calls ?? []).map((call, index) => callPart(call, signatureOf(signatures, index, model)));
  return [...said, ...calls];
}

function callPart({ function: { name, arguments: text } }: ToolCall, signature: string | null): Part {
  const call = { name: wireName(name), args: argumentsObject(text) };
  return signature === null ? { functionCall: call } : { functionCall: call, thoughtSignature: signature };
}

/**
 * "Function call is missing a thought_signature": the first call of every reply carries one; the versions before 3 know
 * nothing of them.
 */
function signatureOf(signatures: unknown, index: number, model: string): string | null {
  const kept = (signatures as Record<string, unknown> | null | undefined)?.[String(index)];
  if (typeof kept === 'string' && kept !== '' && kept.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(kept))
    return kept;
  return index === 0 && !/gemini-[12](?!\d)/.test(model) ? unsigned : null;
}

/** A name begins with a letter or `_`. */
function wireName(name: string): string {
  return /^[a-zA-Z_]/.test(name) ? name : `_${name}`.slice(0, 64);
}

function userParts(content: string | ApiContentPart[]): Part[] {
  if (typeof content === 'string') return [{ text: content }];
  return content.map((part) => {
    if (part.type === 'text') return { text: part.text };
    if (part.type === 'image' && part.data !== undefined) {
      return { inlineData: { mimeType: part.mediaType, data: part.data } };
    }
    const pdf = pdfPart(part);
    if (pdf) return { inlineData: { mimeType: 'application/pdf', data: pdf.data } };
    return { text: attachmentNote(part) };
  });
}
