// Anthropic's Messages API, and servers compatible with it (Amazon Bedrock, gateways).

import { readDataModels } from '../catalog/models.ts';
import type { ApiHeaders, CreateApi } from '../http/providerApi.ts';
import { objectOrNull } from '../http/replyReader.ts';
import { anthropicAbilities } from './abilities.ts';
import { countDroppedThinking } from './replayed.ts';
import { createAnthropicReply } from './reply.ts';
import { anthropicBody } from './requestBody.ts';

const version = '2023-06-01';
/** Required for `block_binding`; otherwise "Extra inputs are not permitted". */
const bindingBeta = 'thinking-binding-controls-2026-08-01';

/** Base URLs come with and without the version; ANTHROPIC_BASE_URL has none. */
function versioned(baseUrl: string): string {
  return /\/v\d+$/.test(baseUrl) ? baseUrl : `${baseUrl}/v1`;
}

/** Anthropic and Azure read `x-api-key`, Amazon a bearer token, gateways either. */
function keyHeaders(host: string, key: string): ApiHeaders {
  if (isAmazon(host)) return { authorization: `Bearer ${key}` };
  if (/(^|\.)(anthropic|azure)\.com$/.test(host)) return { 'x-api-key': key };
  return { 'x-api-key': key, authorization: `Bearer ${key}` };
}

function isAmazon(host: string): boolean {
  return /\.(api\.aws|amazonaws\.com)$/.test(host);
}

export const anthropicApi: CreateApi = ({ providerId, baseUrl }) => {
  const host = URL.parse(baseUrl)?.hostname ?? '';
  const search = !isAmazon(host);
  return {
    framing: 'sse',
    url: () => `${versioned(baseUrl)}/messages`,
    modelsUrl: `${versioned(baseUrl)}/models?limit=1000`,
    headers: (key, body) => ({
      'anthropic-version': version,
      ...(objectOrNull(objectOrNull(body)?.thinking)?.block_binding ? { 'anthropic-beta': bindingBeta } : {}),
      ...(key === null ? {} : keyHeaders(host, key)),
    }),
    body: (request) => anthropicBody(request, providerId, { search }),
    reply: (request, observer) =>
      createAnthropicReply(providerId, request.model, observer, () => countDroppedThinking(request, providerId)),
    readModels: readDataModels,
    abilities: (model) => {
      const abilities = anthropicAbilities(model);
      return { ...abilities, providerSearch: abilities.providerSearch && search };
    },
    pdf: 'taken',
  };
};
