// Checks provider size limits before sending, and reports the part that is too large. Sources: OpenAI's API reference
// (128 tools; 10,485,760 characters per text; 500 PNG, JPEG, WebP or GIF images of 20 MB), Anthropic's errors page
// (`request_too_large`: 32 MB), vision guide (100 images; at most 2000 pixels a side from the 21st on) and error
// ("image exceeds 5 MB maximum: … > 5242880 bytes", in base64), Mistral's vision guide (8 images of 10 MB), Groq's
// vision guide (5 images; 4 MB per request with base64 images).

import { type ApiContentPart, partsOf } from '../../../shared/conversation/apiMessage.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { maxImageBytes } from '../../../shared/core/imageType.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import { base64ByteLength, type ImageLimits } from '../../conversation/imageBudget.ts';
import type { ModelRequest } from '../../ports/provider.ts';

export interface RequestLimits {
  bodyBytes: number;
  tools: number;
  textCharacters: number;
  /** Per image, before base64 encoding. */
  imageBytes: number;
  images: number;
  /** Maximum images from tool results, if lower. */
  resultImages?: number;
  /** Maximum base64 length of all images from tool results; default: half of the body. */
  imageCharacters?: number;
}

const megabyte = 1024 * 1024;
const usual: RequestLimits = {
  bodyBytes: 32 * megabyte,
  tools: 128,
  textCharacters: 10 * megabyte,
  imageBytes: 20 * megabyte,
  images: 500,
};
const byHost: { host: RegExp; limits: Partial<RequestLimits> }[] = [
  { host: /(^|\.)openai\.com$/, limits: { bodyBytes: 50 * megabyte } },
  { host: /(^|\.)mistral\.ai$/, limits: { imageBytes: 10 * megabyte, images: 8 } },
  { host: /(^|\.)groq\.com$/, limits: { imageBytes: 3 * megabyte, images: 5, imageCharacters: 3 * megabyte } },
  { host: /(^|\.)anthropic\.com$/, limits: { imageBytes: maxImageBytes, images: 100, resultImages: 20 } },
];
const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** `host`: without port. */
export function limitsOf(host: string): RequestLimits {
  return { ...usual, ...byHost.find((entry) => entry.host.test(host))?.limits };
}

/** Limits for images from tool results; text replaces the rest. */
export function imageLimitsOf({
  bodyBytes,
  imageBytes,
  images,
  resultImages,
  imageCharacters,
}: RequestLimits): ImageLimits {
  const characters = imageCharacters ?? Math.floor(bodyBytes / 2);
  return {
    bytes: Math.min(imageBytes, Math.floor((characters * 3) / 4)),
    count: Math.min(images, resultImages ?? images),
    characters,
  };
}

/** Calls `bytesOf` only near the limit, for the request without attachments. */
export async function checkLimits(
  request: ModelRequest,
  limits: RequestLimits,
  host: string,
  bytesOf: (request: ModelRequest) => Promise<number>,
): Promise<Result<void>> {
  const { tools, messages } = request;
  if (tools.length > limits.tools) {
    return tooLarge(
      say`There are ${tools.length} tools, but ${host} accepts at most ${limits.tools}. Nothing was sent. Turn some tools off.`,
    );
  }
  for (const [index, message] of messages.entries()) {
    const longest = maxTextLength(message);
    if (longest > limits.textCharacters) {
      const size = say`${inMegabytes(longest)} million characters`;
      const most = say`${inMegabytes(limits.textCharacters)} million`;
      return tooLarge(
        say`A message has ${size}, but ${host} accepts at most ${most}. Nothing was sent. Leave the message out to continue.`,
        { message: index, field: 'content' },
      );
    }
  }
  return checkImages(request, limits, host) ?? checkBody(request, limits, host, bytesOf);
}

function checkImages({ messages }: ModelRequest, limits: RequestLimits, host: string): Result<void> | null {
  const images = messages.flatMap((message, index) =>
    partsOf(message).flatMap((part) => (part.type === 'image' && part.data ? [{ index, part }] : [])),
  );
  for (const { index, part } of images) {
    const item = { message: index, field: 'image' };
    if (!imageTypes.includes(part.mediaType)) {
      const problem = say`An image is of type ${part.mediaType}, which ${host} cannot read`;
      return tooLarge(
        say`${problem}. Nothing was sent. Leave the message out, or send the image as PNG or JPEG.`,
        item,
      );
    }
    const bytes = base64ByteLength(part.data ?? '');
    if (bytes > limits.imageBytes) {
      const size = say`An image is ${inMegabytes(bytes)} MB, but ${host} accepts at most ${inMegabytes(limits.imageBytes)} MB`;
      return tooLarge(say`${size}. Nothing was sent. Leave the message out, or send a smaller image.`, item);
    }
  }
  if (images.length <= limits.images) return null;
  const count = say`There are ${images.length} images, but ${host} accepts at most ${limits.images}`;
  // Images from results were already dropped as needed, so the user attached this one.
  return tooLarge(say`${count}. Nothing was sent. Leave this one out to continue, or hide earlier ones.`, {
    message: images[limits.images]?.index ?? 0,
    field: 'image',
  });
}

async function checkBody(
  request: ModelRequest,
  limits: RequestLimits,
  host: string,
  bytesOf: (request: ModelRequest) => Promise<number>,
): Promise<Result<void>> {
  const sizes = request.messages.map(sizeOf);
  const characters = request.system.length + sizes.reduce((sum, size) => sum + size, 0);
  // JSON escapes take up to six bytes per character.
  const available = limits.bodyBytes / 2;
  if (6 * characters < available && request.tools.length * 20_000 < available) return ok(undefined);
  // Attachments are measured without copying or joining: they may exceed the maximum string length.
  const attached = request.messages.reduce((sum, message) => sum + attachedSize(message), 0);
  const textLength = characters - attached;
  const bare = attached === 0 ? request : withoutData(request);
  const bytes = attached + (textLength > limits.bodyBytes ? textLength : await bytesOf(bare));
  if (bytes <= limits.bodyBytes) return ok(undefined);
  const message = sizes.indexOf(Math.max(...sizes));
  const part = say`${inMegabytes(sizes[message] ?? 0)} MB of this is a single message`;
  return tooLarge(
    say`The request is ${inMegabytes(bytes)} MB, but ${host} accepts at most ${inMegabytes(limits.bodyBytes)} MB. Nothing was sent. ${part}: leave it out, or compact the context.`,
    { message },
  );
}

type Message = ModelRequest['messages'][number];

/** Length in characters, of any kind of content. */
function sizeOf(message: Message): number {
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
  const reasoning = message.role === 'assistant' ? (message.reasoning?.length ?? 0) : 0;
  const text = partsOf(message).reduce((sum, part) => sum + partSize(part), 0);
  return calls.reduce((sum, call) => sum + call.function.arguments.length + 200, text + reasoning + 100);
}

function partSize(part: ApiContentPart): number {
  if (part.type === 'text') return part.text.length;
  return dataSize(part) + 100;
}

function dataSize(part: ApiContentPart): number {
  return part.type === 'text' ? 0 : (part.unloaded ?? part.data?.length ?? 0);
}

/** Base64 is one byte per character; also counts content not yet loaded. */
function attachedSize(message: Message): number {
  return partsOf(message).reduce((sum, part) => sum + dataSize(part), 0);
}

function withoutData(request: ModelRequest): ModelRequest {
  const emptied = (part: ApiContentPart): ApiContentPart =>
    part.type === 'text' || part.data === undefined ? part : { ...part, data: '' };
  return {
    ...request,
    messages: request.messages.map((message) => {
      if (message.role === 'tool' && message.images) return { ...message, images: message.images.map(emptied) };
      return message.role === 'user' && Array.isArray(message.content)
        ? { ...message, content: message.content.map(emptied) }
        : message;
    }),
  };
}

function maxTextLength(message: Message): number {
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
  const texts = partsOf(message).map((part) => (part.type === 'text' ? part.text.length : 0));
  return Math.max(0, ...texts, ...calls.map((call) => call.function.arguments.length));
}

function inMegabytes(count: number): string {
  return (count / megabyte).toLocaleString('en-US', { maximumFractionDigits: 1 });
}

function tooLarge(message: Sentence, item?: { message: number; field?: string }): Result<never> {
  return fail('REQUEST_TOO_LARGE', message, item ? { item } : undefined);
}
