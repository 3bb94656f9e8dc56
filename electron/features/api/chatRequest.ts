// Reads a request of OpenAI's Chat Completions API into the provider-neutral form. What would change the reply's form and
// cannot be passed on is refused; sampling parameters that the app does not have are ignored, since most clients send them.

import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ApiContentPart, ApiMessage, ApiTool } from '../../../shared/conversation/apiMessage.ts';
import { type ModelOptions, modelOptionsSchema } from '../../../shared/features/models/modelOptions.ts';
import { checkSequence } from '../../conversation/sequence.ts';

const textPart = z.looseObject({ type: z.literal('text'), text: z.string() });
const imagePart = z.looseObject({ type: z.literal('image_url'), image_url: z.looseObject({ url: z.string() }) });
const textContent = z.union([z.string(), z.array(textPart)]);
const toolCalls = z.array(
  z.looseObject({
    id: z.string(),
    type: z.literal('function').default('function'),
    function: z.looseObject({ name: z.string(), arguments: z.string() }),
  }),
);

const messageSchema = z.discriminatedUnion('role', [
  z.looseObject({ role: z.enum(['system', 'developer']), content: textContent }),
  z.looseObject({ role: z.literal('user'), content: z.union([z.string(), z.array(z.union([textPart, imagePart]))]) }),
  z.looseObject({
    role: z.literal('assistant'),
    content: textContent.nullable().default(null),
    tool_calls: toolCalls.nullable().optional(),
  }),
  z.looseObject({ role: z.literal('tool'), tool_call_id: z.string(), content: textContent }),
]);

const requestSchema = z.looseObject({
  model: z.string().min(1).max(400),
  messages: z.array(messageSchema).min(1).max(10_000),
  tools: z
    .array(
      z.looseObject({
        type: z.literal('function'),
        function: z.looseObject({
          name: z.string(),
          description: z.string().default(''),
          parameters: z.record(z.string(), z.unknown()).default({ type: 'object', properties: {} }),
        }),
      }),
    )
    .max(128)
    .nullable()
    .optional(),
  tool_choice: z.enum(['auto', 'none']).optional(),
  stream: z.boolean().nullable().optional(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullable().optional(),
  temperature: z.number().nullable().optional(),
  max_tokens: z.number().int().nullable().optional(),
  max_completion_tokens: z.number().int().nullable().optional(),
  reasoning_effort: z.string().nullable().optional(),
  n: z.literal(1).nullable().optional(),
  stop: z.null().optional(),
  logprobs: z.literal(false).nullable().optional(),
  response_format: z
    .looseObject({ type: z.literal('text') })
    .nullable()
    .optional(),
});

type ChatMessage = z.infer<typeof messageSchema>;

export interface ChatRequest {
  model: string;
  system: string;
  messages: ApiMessage[];
  /** The bytes of its images, by hash. */
  images: ReadonlyMap<string, Buffer>;
  tools: ApiTool[];
  options: ModelOptions;
  stream: boolean;
  includeUsage: boolean;
}

/** `problem` is for the developer of the client. */
type ReadResult<T> = { ok: true; value: T } | { ok: false; problem: string };

const read = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });
const invalid = (problem: string): { ok: false; problem: string } => ({ ok: false, problem });

export function readChatRequest(body: unknown): ReadResult<ChatRequest> {
  const parsed = requestSchema.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return invalid(`${issue?.path.join('.') ?? 'request'}: ${issue?.message ?? 'invalid'}`);
  }
  const { data } = parsed;
  const images = new Map<string, Buffer>();
  const system = data.messages.flatMap((one) =>
    one.role === 'system' || one.role === 'developer' ? [plain(one)] : [],
  );
  const messages: ApiMessage[] = [];
  for (const one of data.messages) {
    if (one.role === 'system' || one.role === 'developer') continue;
    const message = readMessage(one, images);
    if (!message.ok) return message;
    messages.push(message.value);
  }
  const [violation] = checkSequence(messages);
  if (violation) return invalid(`messages: ${violation.rule}`);
  const options = modelOptionsSchema.safeParse({
    ...(data.temperature == null ? {} : { temperature: data.temperature }),
    ...maxOutput(data.max_completion_tokens ?? data.max_tokens),
    ...(data.reasoning_effort == null ? {} : { effort: data.reasoning_effort }),
  });
  if (!options.success) return invalid(`${options.error.issues[0]?.path.join('.')}: not supported`);
  const tools = data.tool_choice === 'none' ? [] : (data.tools ?? []);
  return read({
    model: data.model,
    system: system.join('\n\n'),
    messages,
    images,
    tools: tools.map(({ function: { name, description, parameters } }) => {
      return { type: 'function', function: { name, description, parameters } };
    }),
    options: options.data,
    stream: data.stream ?? false,
    includeUsage: data.stream_options?.include_usage ?? false,
  });
}

function maxOutput(tokens: number | null | undefined): { maxOutputTokens?: number } {
  return tokens == null ? {} : { maxOutputTokens: tokens };
}

function plain({ content }: { content: string | { text: string }[] | null }): string {
  if (content === null || typeof content === 'string') return content ?? '';
  return content.map(({ text }) => text).join('');
}

function readMessage(message: ChatMessage, images: Map<string, Buffer>): ReadResult<ApiMessage> {
  switch (message.role) {
    case 'tool':
      return read({ role: 'tool', tool_call_id: message.tool_call_id, content: plain(message) });
    case 'assistant': {
      const calls = (message.tool_calls ?? []).map(({ id, function: { name, arguments: text } }) => {
        return { id, type: 'function' as const, function: { name, arguments: text } };
      });
      const content = message.content === null ? null : plain(message);
      return read({ role: 'assistant', content, ...(calls.length > 0 ? { tool_calls: calls } : {}) });
    }
    case 'user':
      return readUserMessage(message.content, images);
    default:
      return read({ role: 'system', content: plain(message) });
  }
}

function readUserMessage(
  content: (ChatMessage & { role: 'user' })['content'],
  images: Map<string, Buffer>,
): ReadResult<ApiMessage> {
  if (typeof content === 'string') return read({ role: 'user', content });
  const parts: ApiContentPart[] = [];
  for (const part of content) {
    if (part.type === 'text') {
      parts.push({ type: 'text', text: part.text });
      continue;
    }
    const [, mediaType, data] =
      /^data:(image\/(?:png|jpeg|gif|webp));base64,([A-Za-z0-9+/=]+)$/.exec(part.image_url.url) ?? [];
    // Nothing is fetched for another app.
    if (mediaType === undefined || data === undefined)
      return invalid('messages: an image must be a data: URL of a PNG, JPEG, GIF or WebP file');
    const bytes = Buffer.from(data, 'base64');
    const hash = createHash('sha256').update(bytes).digest('hex');
    images.set(hash, bytes);
    parts.push({ type: 'image', hash, mediaType, data });
  }
  return read({ role: 'user', content: parts });
}
