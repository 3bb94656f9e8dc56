// Google's Gemini API.

import { readModels } from '../catalogue/models.ts';
import type { MakeWire } from '../http/wire.ts';
import { createGeminiReply } from './reply.ts';
import { geminiBody } from './requestBody.ts';

function versioned(baseUrl: string): string {
  return /\/v\d+(alpha|beta)?$/.test(baseUrl) ? baseUrl : `${baseUrl}/v1beta`;
}

/** The key travels in a header: an address ends up in logs. */
export const geminiWire: MakeWire = ({ providerId, baseUrl }) => ({
  framing: 'sse',
  url: (model) =>
    `${versioned(baseUrl)}/models/${encodeURIComponent(model.replace(/^models\//, ''))}:streamGenerateContent?alt=sse`,
  modelsUrl: `${versioned(baseUrl)}/models?pageSize=1000`,
  headers: (key) => (key === null ? {} : { 'x-goog-api-key': key }),
  body: (request) => geminiBody(request, providerId),
  reply: (request, observer) => createGeminiReply(providerId, request.model, observer),
  readModels,
  pdf: 'taken',
});
