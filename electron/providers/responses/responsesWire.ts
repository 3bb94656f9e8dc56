// OpenAI's Responses, and servers compatible with it.

import { readModels } from '../catalogue/models.ts';
import type { MakeWire } from '../http/wire.ts';
import { createResponsesReply } from './reply.ts';
import { responsesBody } from './requestBody.ts';

export const responsesWire: MakeWire = ({ providerId, baseUrl, organization, project }) => ({
  framing: 'sse',
  url: () => `${baseUrl}/responses`,
  modelsUrl: `${baseUrl}/models`,
  headers: (key) => ({
    ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    ...(organization ? { 'openai-organization': organization } : {}),
    ...(project ? { 'openai-project': project } : {}),
  }),
  body: (request) => responsesBody(request, providerId),
  reply: (request, observer) => createResponsesReply(providerId, request.model, observer),
  readModels,
  pdf: 'taken',
});
