// Replaces images with a note for models that take none, as known from the catalogue, the provider API or an earlier
// rejection in the log. A restart does not change requests.

import type { ApiContentPart, ApiMessage } from '../../shared/conversation/apiMessage.ts';
import type { ModelRequest, Provider } from '../ports/provider.ts';

const note = '[Image not sent: this model does not take images]';

export function withImagesWithheld(provider: Provider, takesImages: (model: string) => boolean): Provider {
  const withoutImagesOf = new WeakMap<ModelRequest, ModelRequest>();
  // A request is measured and then sent, so it has to stay the same object.
  const withheld = (request: ModelRequest): ModelRequest => {
    if (takesImages(request.model) && !request.withoutImages) return request;
    const replacement = withoutImagesOf.get(request) ?? { ...request, messages: request.messages.map(withoutImages) };
    withoutImagesOf.set(request, replacement);
    return replacement;
  };
  return {
    ...provider,
    takesImages,
    body: (request) => provider.body(withheld(request)),
    check: (request) => provider.check(withheld(request)),
    complete: (request, options) => provider.complete(withheld(request), options),
  };
}

function withoutImages(message: ApiMessage): ApiMessage {
  if (message.role === 'user' && typeof message.content !== 'string' && message.content.some(isImage)) {
    return { ...message, content: message.content.map(asNote) };
  }
  if (message.role !== 'tool' || !message.images?.some(isImage)) return message;
  const { images, ...rest } = message;
  const otherParts = images.filter((part) => !isImage(part));
  const count = images.length - otherParts.length;
  const content = [rest.content, ...Array<string>(count).fill(note)].join('\n\n');
  return { ...rest, content, ...(otherParts.length > 0 ? { images: otherParts } : {}) };
}

function isImage({ type }: ApiContentPart): boolean {
  return type === 'image';
}

function asNote(part: ApiContentPart): ApiContentPart {
  return isImage(part) ? { type: 'text', text: `\n\n${note}` } : part;
}
