// Recognizes rejections from models without image support. Errors about a single image (size, format) do not count.

import { partsOf } from '../../../shared/conversation/apiMessage.ts';
import type { ModelRequest } from '../../ports/provider.ts';

const statuses: readonly (number | undefined)[] = [undefined, 400, 404, 415, 422, 500, 501];
const about = /\bimages?\b|image_url|image input|\bvision\b|multi-?modal|mmproj/i;
/**
 * DeepSeek: "unknown variant `image_url`, expected `text`"; OpenAI: "image_url is only supported by certain models"; llama.cpp:
 * "image input is not supported"; OpenRouter: "No endpoints found that support image input"; Copilot: "vision is not enabled".
 */
const refused =
  /not? support|n't support|unsupported|only supported by|that support image|not enabled|unknown variant|text[- ]only|not a (vision|multi)/i;
/** Groq: "messages[0].content must be a string"; DashScope: "Unexpected item type in content". */
const textWanted = /content\W{0,3} must be a string|unexpected item type in content/i;
const oneImage = /format|media.?type|mime|too large|too big|exceed|dimension|pixel|base64|decode|corrupt|damaged/i;

export function isImageRejection(status: number | undefined, text: string, { messages }: ModelRequest): boolean {
  if (!statuses.includes(status)) return false;
  const isRefusal = textWanted.test(text) || (about.test(text) && refused.test(text) && !oneImage.test(text));
  return isRefusal && messages.some((message) => partsOf(message).some(({ type }) => type === 'image'));
}
