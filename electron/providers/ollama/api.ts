// Ollama's native API: the only one that can set the context size and report overflow instead of silently truncating.

import { say } from '../../../shared/core/sentence.ts';
import { readModels } from '../catalog/models.ts';
import { withOllamaFacts } from '../catalog/ollamaFacts.ts';
import type { CreateApi } from '../http/providerApi.ts';
import { ollamaAbilities } from './abilities.ts';
import { createOllamaReply } from './reply.ts';
import { ollamaBody } from './requestBody.ts';

export const ollamaApi: CreateApi = ({ providerId, baseUrl }) => {
  const root = baseUrl.replace(/\/(v1|api)$/, '');
  return {
    framing: 'ndjson',
    url: () => `${root}/api/chat`,
    modelsUrl: `${root}/api/tags`,
    headers: (key) => (key === null ? {} : { authorization: `Bearer ${key}` }),
    body: (request) => ollamaBody(request, providerId),
    reply: (request, observer) => createOllamaReply(providerId, request.model, observer),
    readModels,
    moreOfModels: (models, ask) => withOllamaFacts(models, (path, body) => ask(`${root}${path}`, body), 'told'),
    abilities: ollamaAbilities,
    needsContextWindow: true,
    advice({ status, message, model }) {
      if (status === 404 && /model .*not found/i.test(message))
        return say`Download it with “ollama pull ${model}”, or choose another model.`;
      if (status === 404) return say`Is this the address of an Ollama server? It is usually http://127.0.0.1:11434.`;
      if (/does not support tools/i.test(message)) return say`Choose a model that can call tools.`;
      if (/does not support thinking/i.test(message)) return say`Reset this conversation’s effort to the default.`;
      return null;
    },
    pdf: 'not_taken',
  };
};
