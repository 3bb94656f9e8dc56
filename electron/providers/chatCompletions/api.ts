// OpenAI's Chat Completions API, and servers compatible with it.

import { readDataModels } from '../catalog/models.ts';
import type { CreateApi } from '../http/providerApi.ts';
import { keyHeaders } from '../openAi.ts';
import { chatDialect, chatDialects } from './dialects.ts';
import { chatAbilities } from './options.ts';
import { pdfFormOf } from './pdfForm.ts';
import { createChatReply } from './reply.ts';
import { chatBody } from './requestBody.ts';

/** Keyless servers ignore it; some proxies require one. */
const placeholderKey = 'not-needed';

export const chatCompletionsApi: CreateApi = ({ providerId, baseUrl, organization, project }) => {
  const dialect = chatDialect(baseUrl);
  const pdf = pdfFormOf(URL.parse(baseUrl)?.hostname ?? '');
  return {
    framing: 'sse',
    url: () => `${baseUrl}/chat/completions`,
    modelsUrl: `${baseUrl}/models`,
    headers: (key) => ({
      ...keyHeaders(key ?? placeholderKey, chatDialects[dialect].keyHeader),
      ...(organization ? { 'openai-organization': organization } : {}),
      ...(project ? { 'openai-project': project } : {}),
    }),
    body: (request) => chatBody(request, providerId, dialect, pdf.form),
    reply: ({ model }, observer) => createChatReply(providerId, observer, model),
    abilities: (model) => chatAbilities(model, chatDialects[dialect]),
    ...(chatDialects[dialect].images ? {} : { takesNoImages: true as const }),
    readModels: readDataModels,
    pdf: pdf.form === 'none' ? 'not_taken' : pdf.isKnown ? 'taken' : 'unknown',
  };
};
