// OpenAI's Responses API, and servers compatible with it.

import { say } from '../../../shared/core/sentence.ts';
import { readDataModels } from '../catalog/models.ts';
import type { CreateApi } from '../http/providerApi.ts';
import { abilitiesOf, keyHeaders, parseOpenAiModel } from '../openAi.ts';
import { responsesDialect } from './dialects.ts';
import { createResponsesReply } from './reply.ts';
import { inputPositions, responsesBody } from './requestBody.ts';

export const responsesApi: CreateApi = ({ providerId, baseUrl, organization, project }) => {
  const dialect = responsesDialect(URL.parse(baseUrl)?.hostname ?? '');
  return {
    framing: 'sse',
    url: () => `${baseUrl}/responses`,
    modelsUrl: `${baseUrl}/models`,
    headers: (key) => ({
      ...keyHeaders(key, dialect.keyHeader),
      ...(organization ? { 'openai-organization': organization } : {}),
      ...(project ? { 'openai-project': project } : {}),
    }),
    body: (request) => responsesBody(request, providerId, dialect),
    reply: (request, observer) => createResponsesReply(providerId, request.model, observer),
    places: (request) => inputPositions(request, providerId, dialect),
    abilities: (model) => abilitiesOf(parseOpenAiModel(model), dialect.search),
    // OpenAI rejects summaries, and thus every request, until the user verifies the organization.
    advice: ({ message }) =>
      /verified to generate reasoning summaries/i.test(message)
        ? say`Or turn off showing the model’s thinking in this conversation.`
        : null,
    readModels: readDataModels,
    pdf: 'taken',
  };
};
