// Chat Completions: what OpenAI, and any server compatible with it, speaks.

import { readModels } from '../catalogue/models.ts';
import type { MakeWire } from '../http/wire.ts';
import { pdfFormOf } from './pdfForm.ts';
import { createChatReply } from './reply.ts';
import { chatBody, chatDialect } from './requestBody.ts';

/** Servers without keys ignore it; some proxies want one. */
const placeholderKey = 'not-needed';

export const chatWire: MakeWire = ({ providerId, baseUrl, organization, project }) => {
  const dialect = chatDialect(baseUrl);
  const pdf = pdfFormOf(URL.parse(baseUrl)?.hostname ?? '');
  return {
    framing: 'sse',
    url: () => `${baseUrl}/chat/completions`,
    modelsUrl: `${baseUrl}/models`,
    headers: (key) => ({
      authorization: `Bearer ${key ?? placeholderKey}`,
      ...(organization ? { 'openai-organization': organization } : {}),
      ...(project ? { 'openai-project': project } : {}),
    }),
    body: (request) => chatBody(request, providerId, dialect, pdf.form),
    reply: (_request, observer) => createChatReply(providerId, observer),
    readModels,
    pdf: pdf.form === 'none' ? 'not_taken' : pdf.isKnown ? 'taken' : 'unknown',
  };
};
