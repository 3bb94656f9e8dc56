// Anthropic's Messages, and servers compatible with it.

import { readModels } from '../catalogue/models.ts';
import type { MakeWire } from '../http/wire.ts';
import { createAnthropicReply } from './reply.ts';
import { anthropicBody } from './requestBody.ts';

const version = '2023-06-01';

/** Programs name the address with and without the version (ANTHROPIC_BASE_URL has none). */
function versioned(baseUrl: string): string {
  return /\/v\d+$/.test(baseUrl) ? baseUrl : `${baseUrl}/v1`;
}

export const anthropicWire: MakeWire = ({ providerId, baseUrl }) => ({
  framing: 'sse',
  url: () => `${versioned(baseUrl)}/messages`,
  modelsUrl: `${versioned(baseUrl)}/models?limit=1000`,
  headers: (key) => ({ 'anthropic-version': version, ...(key === null ? {} : { 'x-api-key': key }) }),
  body: (request) => anthropicBody(request, providerId),
  reply: (request, observer) => createAnthropicReply(providerId, request.model, observer),
  readModels,
  pdf: 'taken',
});
