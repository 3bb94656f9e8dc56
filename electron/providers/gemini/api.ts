// Google's Gemini API.

import { say } from '../../../shared/core/sentence.ts';
import type { ModelInfo } from '../../../shared/features/models/modelInfo.ts';
import { readModels } from '../catalog/models.ts';
import type { CreateApi } from '../http/providerApi.ts';
import { objectOrNull } from '../http/replyReader.ts';
import { geminiAbilities } from './abilities.ts';
import { createGeminiReply } from './reply.ts';
import { geminiBody } from './requestBody.ts';

/** Sends the key in a header: URLs end up in logs. */
export const geminiApi: CreateApi = ({ providerId, baseUrl }) => ({
  framing: 'sse',
  url: (model) => `${versioned(baseUrl)}/models/${encodeURIComponent(plainId(model))}:streamGenerateContent?alt=sse`,
  modelsUrl: `${versioned(baseUrl)}/models?pageSize=1000`,
  headers: (key) => (key === null ? {} : { 'x-goog-api-key': key }),
  body: (request) => geminiBody(request, providerId),
  reply: (request, observer) => createGeminiReply(providerId, request.model, observer),
  // Rejects other APIs' lists: their servers would not understand our requests either.
  readModels: (answer) =>
    Array.isArray(objectOrNull(answer)?.data)
      ? null
      : (readModels(answer)?.map((model): ModelInfo => ({ ...model, id: plainId(model.id) })) ?? null),
  abilities: geminiAbilities,
  advice: ({ status, message }) =>
    status === 404 && /not found/i.test(message)
      ? say`Choose another model. Google no longer offers this one, or not for this key.`
      : null,
  pdf: 'taken',
});

function versioned(baseUrl: string): string {
  return /\/v\d+(alpha|beta)?$/.test(baseUrl) ? baseUrl : `${baseUrl}/v1beta`;
}

/** Strips `models/`, which only the list includes. */
function plainId(model: string): string {
  return model.replace(/^models\//, '');
}
