// A history in every form in which it can be sent, and the independent validators' findings for each.

import { buildContext } from '../../electron/chat/context/contextBuilder.ts';
import type { ApiMessagesOptions } from '../../electron/conversation/apiMessages.ts';
import type { ModelRequest } from '../../electron/ports/provider.ts';
import { chatBody } from '../../electron/providers/chatCompletions/requestBody.ts';
import { bodyInFormat } from '../../electron/providers/requestFormats.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { openAiRuleBreaks } from './openAiRules.ts';
import { alternatingViolations } from './validators/alternating.ts';
import { anthropicViolations } from './validators/anthropic.ts';
import { geminiViolations } from './validators/gemini.ts';
import { mistralViolations } from './validators/mistral.ts';
import { ollamaViolations } from './validators/ollama.ts';
import { openAiChatViolations } from './validators/openAiChat.ts';
import { openAiResponsesViolations } from './validators/openAiResponses.ts';
import { type SchemaProvider, toolSchemaViolations } from './validators/toolSchemas.ts';
import type { RuleViolation } from './validators/violation.ts';

/** The validators' names, for counting. */
export const validatorNames = [
  'OpenAI Chat Completions',
  'OpenAI Responses',
  'Anthropic Messages',
  'Gemini',
  'Mistral',
  'Ollama',
  'alternating templates',
  'the fake server',
] as const;

/** A Gemini model; later versions require signatures. */
export const wireModel = 'gemini-3-pro';

export function wireRequest(messages: readonly Message[], options: ApiMessagesOptions = {}): ModelRequest {
  const input = { branch: messages, tools: [], model: wireModel, options, strict: true };
  return buildContext(input).request;
}

/** `compatible`: what any other server receives. */
const forms: Record<string, (request: ModelRequest) => unknown> = {
  openai: (request) => bodyInFormat('openai', request),
  responses: (request) => bodyInFormat('responses', request),
  anthropic: (request) => bodyInFormat('anthropic', request),
  gemini: (request) => bodyInFormat('gemini', request),
  mistral: (request) => bodyInFormat('mistral', request),
  ollama: (request) => bodyInFormat('ollama', request),
  compatible: (request) => chatBody(request, 'somewhere'),
  deepseek: (request) => chatBody(request, 'deepseek'),
};

/** What each form's provider requires of tool schemas. */
const schemaProviders: Record<string, SchemaProvider> = {
  openai: 'openai',
  responses: 'openai',
  anthropic: 'anthropic',
  gemini: 'google',
  mistral: 'openai',
  ollama: 'local',
  compatible: 'local',
};

/** The bodies of one request, by form. */
export function wireBodies(request: ModelRequest): Record<string, unknown> {
  return Object.fromEntries(Object.entries(forms).map(([form, body]) => [form, body(request)]));
}

/** The same; options chosen for a model are only in its provider's form. */
export function formsWith(request: ModelRequest, own: string): Record<string, unknown> {
  const { options: _options, ...plain } = request;
  return Object.fromEntries(Object.entries(forms).map(([form, body]) => [form, body(form === own ? request : plain)]));
}

/** Every rule that a request violates in each provider's own form. */
export function wireViolations(request: ModelRequest): RuleViolation[] {
  return bodyViolations(wireBodies(request), request.model);
}

export function bodyViolations(bodies: Record<string, unknown>, model: string): RuleViolation[] {
  // As received: values that JSON cannot represent are gone.
  const sent = JSON.parse(JSON.stringify(bodies)) as Record<string, unknown>;
  const fake = [...openAiRuleBreaks(sent.compatible), ...openAiRuleBreaks(sent.deepseek)];
  const schemas = Object.entries(schemaProviders).flatMap(([form, provider]) =>
    toolSchemaViolations(sent[form], provider),
  );
  return [
    ...schemas,
    ...openAiChatViolations(sent.openai),
    // A compatible server has the DeepSeek and Kimi field in addition to OpenAI's.
    ...openAiChatViolations(sent.compatible).filter(
      ({ message }) => message !== 'Unknown parameter: reasoning_content',
    ),
    ...openAiResponsesViolations(sent.responses),
    ...anthropicViolations(sent.anthropic),
    ...geminiViolations(sent.gemini, model),
    ...mistralViolations(sent.mistral),
    ...(sent.ollama === undefined ? [] : ollamaViolations(sent.ollama)),
    ...alternatingViolations(sent.compatible),
    ...alternatingViolations(sent.mistral),
    ...fake.map(({ rule, message }) => ({ rule: `FAKE-${rule}`, where: '', message })),
  ];
}
