// Ollama's own API: only there the size of the context can be set, and a history that does not fit is an error instead of being
// cut silently.

import { readModels } from '../catalogue/models.ts';
import type { MakeWire } from '../http/wire.ts';
import { createOllamaReply } from './reply.ts';
import { ollamaBody } from './requestBody.ts';

export const ollamaWire: MakeWire = ({ providerId, baseUrl }) => {
  const root = baseUrl.replace(/\/(v1|api)$/, '');
  return {
    framing: 'ndjson',
    url: () => `${root}/api/chat`,
    modelsUrl: `${root}/api/tags`,
    headers: (key) => (key === null ? {} : { authorization: `Bearer ${key}` }),
    body: (request) => ollamaBody(request, providerId),
    reply: (request, observer) => createOllamaReply(providerId, request.model, observer),
    readModels,
    pdf: 'not_taken',
  };
};
