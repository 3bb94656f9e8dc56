// Builds the body of `models/<model>:streamGenerateContent`; the URL names the model. A reply's calls are parts of one
// content, and their results are parts of the next, in the same number and order ("Please ensure that the number of
// function response parts is equal to the number of function call parts").

import type { ApiContentPart, ApiMessage } from '../../../shared/conversation/apiMessage.ts';
import { schemaFor } from '../../lib/toolSchema/schemaRules.ts';
import type { ModelRequest } from '../../ports/provider.ts';
import { attachmentNote, pdfPart } from '../attachmentParts.ts';
import { objectOrNull } from '../http/replyReader.ts';
import { imageRows, imagesFollowText } from '../imageRows.ts';
import { replayableData } from '../replayableData.ts';
import { generationConfig, versionOf } from './abilities.ts';
import { type Part, replyParts, toValidName } from './replayed.ts';

/** docs: image-understanding. GIF is rejected: "Unsupported MIME type". */
const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif'];

export interface GeminiBody {
  systemInstruction?: { parts: { text: string }[] };
  contents: Content[];
  tools?: Record<string, unknown>[];
  toolConfig?: { includeServerSideToolInvocations: true };
  generationConfig?: Record<string, unknown>;
}

interface Content {
  role: 'user' | 'model';
  parts: Part[];
}

/** `providerId`: only its own replies are replayed verbatim. */
export function geminiBody(request: ModelRequest, providerId: string): GeminiBody {
  const { model, options } = request;
  const contents = contentsOf(request, providerId);
  const search = searches(request);
  const tools = [...functionsOf(request), ...(search ? [{ googleSearch: {} }] : [])];
  const config = generationConfig(model, options);
  // Combining Google's tools with functions requires this flag (docs: tool-combination).
  const combinesTools = (search && request.tools.length > 0) || contents.some(({ parts }) => parts.some(isGoogleTool));
  return {
    ...(request.system === '' ? {} : { systemInstruction: { parts: [{ text: request.system }] } }),
    contents,
    ...(tools.length > 0 ? { tools } : {}),
    ...(combinesTools ? { toolConfig: { includeServerSideToolInvocations: true as const } } : {}),
    ...(config ? { generationConfig: config } : {}),
  };
}

function functionsOf({ tools }: ModelRequest): Record<string, unknown>[] {
  if (tools.length === 0) return [];
  const functionDeclarations = tools.map(({ function: { name, description, parameters } }) => ({
    name: toValidName(name),
    description,
    parametersJsonSchema: schemaFor(parameters, 'google'),
  }));
  return [{ functionDeclarations }];
}

/** Version 2 supports search, but not together with functions. */
function searches({ model, options, tools }: ModelRequest): boolean {
  const version = versionOf(model) ?? 0;
  return options?.providerSearch === true && version >= (tools.length > 0 ? 3 : 2);
}

function isGoogleTool(part: Part): boolean {
  return part.toolCall !== undefined || part.toolResponse !== undefined;
}

function contentsOf({ messages, model }: ModelRequest, providerId: string): Content[] {
  const answeredCalls = new Map<string, AnsweredCall>();
  const out: Content[] = [];
  let results: Part[] | null = null;
  const inside = takesImagesInside(model);
  for (const entry of imageRows(inside ? messages.map(withoutImages) : messages)) {
    // Results form a content of their own, one per call.
    if (entry.kind === 'bridge') out.push({ role: 'model', parts: [{ text: imagesFollowText }] });
    if (entry.kind === 'images') out.push({ role: 'user', parts: userParts(entry.images) });
    if (entry.kind !== 'message') continue;
    const message = messages[entry.message] as ApiMessage;
    if (message.role === 'tool') {
      const part = resultPart(message, answeredCalls.get(message.tool_call_id) ?? { name: 'unnamed' }, model);
      if (results) results.push(part);
      else {
        results = [part];
        out.push({ role: 'user', parts: results });
      }
      continue;
    }
    results = null;
    if (message.role === 'assistant') {
      const storedParts = replayableData(message.providerData, 'gemini', providerId, model)?.parts;
      const parts = replyParts(message, storedParts, model);
      recordCalls(message, parts, answeredCalls);
      out.push({ role: 'model', parts });
    } else out.push({ role: 'user', parts: userParts(message.content) });
  }
  return out;
}

/** Results refer to a call by the id under which it is sent: the model's, not ours. */
function recordCalls(
  message: ApiMessage & { role: 'assistant' },
  parts: readonly Part[],
  answeredCalls: Map<string, AnsweredCall>,
) {
  const sentCalls = parts.map((part) => objectOrNull(part.functionCall)).filter((call) => call !== null);
  for (const [index, call] of (message.tool_calls ?? []).entries()) {
    const { name, id } = sentCalls[index] ?? {};
    answeredCalls.set(call.id, {
      name: typeof name === 'string' ? name : toValidName(call.function.name),
      ...(typeof id === 'string' && id !== '' ? { id } : {}),
    });
  }
}

function withoutImages(message: ApiMessage): ApiMessage {
  return message.role === 'tool' ? { ...message, images: [] } : message;
}

// Converts tool results to Gemini parts. Since version 3, a result can contain images; older models receive them in a
// following user message (ai.google.dev/gemini-api/docs/function-calling, "multimodal function responses").

/** The call that a result answers, as it is sent. */
interface AnsweredCall {
  name: string;
  id?: string;
}

/** Only if known to be supported: other models reject the request. */
function takesImagesInside(model: string): boolean {
  return (versionOf(model) ?? 0) >= 3;
}

function resultPart(message: ApiMessage & { role: 'tool' }, { name, id }: AnsweredCall, model: string): Part {
  const inside = takesImagesInside(model) ? userParts(message.images ?? []) : [];
  const texts = inside.flatMap((part) => (typeof part.text === 'string' ? part.text : []));
  const content = [message.content, ...texts].join('\n');
  const parts = inside.filter((part) => part.inlineData !== undefined);
  return {
    functionResponse: {
      ...(id === undefined ? {} : { id }),
      name,
      response: message.content.startsWith('Error: ') ? { error: content } : { output: content },
      ...(parts.length > 0 ? { parts } : {}),
    },
  };
}

function userParts(content: string | ApiContentPart[]): Part[] {
  if (typeof content === 'string') return [{ text: content }];
  return content.map((part) => {
    if (part.type === 'text') return { text: part.text };
    if (part.type === 'image' && part.data !== undefined && imageTypes.includes(part.mediaType))
      return { inlineData: { mimeType: part.mediaType, data: part.data } };
    const pdf = pdfPart(part);
    if (pdf) return { inlineData: { mimeType: 'application/pdf', data: pdf.data } };
    return { text: attachmentNote(part) };
  });
}
