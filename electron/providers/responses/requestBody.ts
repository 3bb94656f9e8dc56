// Builds the body of POST /responses. Nothing is stored on the server (`store: false`): thinking comes encrypted and is
// sent back with the reply's items (replayed.ts). `call_id` links calls and results.

import type { ApiContentPart, ApiMessage } from '../../../shared/conversation/apiMessage.ts';
import { schemaFor } from '../../lib/toolSchema/schemaRules.ts';
import type { ModelRequest } from '../../ports/provider.ts';
import { attachmentNote, pdfPart } from '../attachmentParts.ts';
import type { RequestPosition } from '../http/rejectedMessage.ts';
import { effortFor, parseOpenAiModel } from '../openAi.ts';
import { compatible, type ResponsesDialect } from './dialects.ts';
import { type Item, replayArguments, replayedItems } from './replayed.ts';

interface FunctionTool {
  type: 'function';
  name: string;
  description: string;
  parameters: Record<string, unknown>;
  strict: false;
}

export interface ResponsesBody {
  model: string;
  instructions?: string;
  input: InputItem[];
  tools?: (FunctionTool | { type: 'web_search' })[];
  reasoning?: { effort?: string; summary?: 'auto' };
  max_output_tokens?: number;
  temperature?: number;
  prompt_cache_key?: string;
  include?: ['reasoning.encrypted_content'];
  store: false;
  stream: true;
}

type InputPart =
  | { type: 'input_text'; text: string }
  | { type: 'input_image'; image_url: string; detail: 'auto' }
  | { type: 'input_file'; filename: string; file_data: string };

type InputItem =
  | { role: 'user'; content: string | InputPart[] }
  | { role: 'assistant'; content: string }
  | { type: 'function_call'; call_id: string; name: string; arguments: string }
  | { type: 'function_call_output' | 'custom_tool_call_output'; call_id: string; output: string | InputPart[] }
  | Item;

/** `providerId`: only its own thinking is sent back. */
export function responsesBody(
  request: ModelRequest,
  providerId: string,
  dialect: ResponsesDialect = compatible,
): ResponsesBody {
  const tools = toolsOf(request, dialect);
  return {
    model: request.model,
    ...(request.system === '' ? {} : { instructions: request.system }),
    input: inputItems(request, providerId, dialect).flat(),
    ...(tools.length > 0 ? { tools } : {}),
    ...bodyOptions(request, dialect),
    store: false,
    stream: true,
  };
}

/** Items for each message of the request. */
function inputItems(request: ModelRequest, providerId: string, dialect: ResponsesDialect): InputItem[][] {
  const custom = new Set<unknown>();
  return request.messages.map((message) => {
    if (message.role === 'tool') return [resultItem(message, custom.has(message.tool_call_id))];
    if (message.role !== 'assistant') return [{ role: 'user', content: userContent(message.content) }];
    const replayed = replayedItems(message, providerId, request.model, dialect);
    for (const item of replayed ?? []) if (item.type === 'custom_tool_call') custom.add(item.call_id);
    return replayed ?? neutralItems(message, dialect);
  });
}

/** For each input item, its message and call. */
export function inputPositions(
  request: ModelRequest,
  providerId: string,
  dialect: ResponsesDialect,
): RequestPosition[] {
  return inputItems(request, providerId, dialect).flatMap((items, message) => {
    let calls = 0;
    return items.map((item) => ('name' in item ? { message, call: calls++ } : { message }));
  });
}

function neutralItems(message: Extract<ApiMessage, { role: 'assistant' }>, dialect: ResponsesDialect): InputItem[] {
  const textItems: InputItem[] = message.content === null ? [] : [{ role: 'assistant', content: message.content }];
  const calls = (message.tool_calls ?? []).map(
    ({ id, function: { name, arguments: text } }): InputItem => ({
      type: 'function_call',
      call_id: id,
      name,
      arguments: replayArguments(text, dialect),
    }),
  );
  return [...textItems, ...calls];
}

function resultItem(message: Extract<ApiMessage, { role: 'tool' }>, isCustom: boolean): InputItem {
  const type = isCustom ? 'custom_tool_call_output' : 'function_call_output';
  return { type, call_id: message.tool_call_id, output: outputOf(message) };
}

function toolsOf({ tools, options }: ModelRequest, dialect: ResponsesDialect): NonNullable<ResponsesBody['tools']> {
  const functions = tools.map(
    ({ function: { name, description, parameters } }): FunctionTool => ({
      type: 'function',
      name,
      description,
      parameters: schemaFor(parameters, dialect.schemas),
      // The server's default would require strict schemas.
      strict: false,
    }),
  );
  return options?.providerSearch && dialect.search ? [...functions, { type: 'web_search' }] : functions;
}

type BodyOptions = Pick<
  ResponsesBody,
  'reasoning' | 'max_output_tokens' | 'temperature' | 'prompt_cache_key' | 'include'
>;

/** Maximum cache key length of the server. */
const maxKeyLength = 64;

function bodyOptions({ model, options = {}, cacheKey }: ModelRequest, dialect: ResponsesDialect): BodyOptions {
  const facts = parseOpenAiModel(model);
  const effort = effortFor(facts, options.effort);
  const summary = dialect.summary && facts?.thinks === true && options.showThinking !== false;
  const warm = facts?.temperature ?? 'taken';
  const takesTemperature = warm === 'taken' || (warm === 'without_effort' && effort === 'none');
  const maxTokens = options.maxOutputTokens;
  return {
    ...(effort !== undefined || summary
      ? { reasoning: { ...(effort === undefined ? {} : { effort }), ...(summary ? { summary: 'auto' } : {}) } }
      : {}),
    ...(maxTokens === undefined ? {} : { max_output_tokens: Math.min(maxTokens, facts?.maxOutput ?? maxTokens) }),
    ...(options.temperature !== undefined && takesTemperature ? { temperature: options.temperature } : {}),
    ...(cacheKey !== undefined && dialect.cacheKey ? { prompt_cache_key: cacheKey.slice(0, maxKeyLength) } : {}),
    // "Encrypted content is not supported with this model": it does not think.
    ...(dialect.encrypted && facts?.thinks !== false ? { include: ['reasoning.encrypted_content'] } : {}),
  };
}

function outputOf({ content, images }: Extract<ApiMessage, { role: 'tool' }>): string | InputPart[] {
  return images ? [{ type: 'input_text', text: content }, ...images.map(inputPart)] : content;
}

function userContent(content: string | ApiContentPart[]): string | InputPart[] {
  return typeof content === 'string' ? content : content.map(inputPart);
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
