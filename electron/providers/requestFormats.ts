// Formats a request for display in each provider API. The request actually sent is the provider's own `body`.

import type { RequestFormatName } from '../../shared/features/conversations/methods.ts';
import { createSendableRequest } from '../conversation/sendableRequest.ts';
import type { ModelRequest } from '../ports/provider.ts';
import { anthropicBody } from './anthropic/requestBody.ts';
import { chatBody } from './chatCompletions/requestBody.ts';
import { geminiBody } from './gemini/requestBody.ts';
import { ollamaBody } from './ollama/requestBody.ts';
import { responsesDialect } from './responses/dialects.ts';
import { responsesBody } from './responses/requestBody.ts';

type RequestFormat = Exclude<RequestFormatName, 'provider'>;

const bodies: Record<RequestFormat, (request: ModelRequest) => unknown> = {
  openai: (request) => chatBody(request, 'openai', 'openai'),
  responses: (request) => responsesBody(request, 'responses', responsesDialect('api.openai.com')),
  anthropic: (request) => anthropicBody(request, 'anthropic'),
  gemini: (request) => geminiBody(request, 'gemini'),
  ollama: (request) => ollamaBody(request, 'ollama'),
  mistral: (request) => chatBody(request, 'mistral', 'mistral'),
};

export function bodyInFormat(form: RequestFormat, request: ModelRequest): unknown {
  return bodies[form](createSendableRequest()(request));
}
