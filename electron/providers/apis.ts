// All provider APIs, by their name in the settings. To add one, add a folder and a line here.

import type { ProviderKind } from '../../shared/features/models/providerKind.ts';
import { anthropicApi } from './anthropic/api.ts';
import { chatCompletionsApi } from './chatCompletions/api.ts';
import { geminiApi } from './gemini/api.ts';
import type { CreateApi } from './http/providerApi.ts';
import { ollamaApi } from './ollama/api.ts';
import { responsesApi } from './responses/api.ts';

export const providerApis: Readonly<Record<ProviderKind, CreateApi>> = {
  openai: chatCompletionsApi,
  responses: responsesApi,
  anthropic: anthropicApi,
  gemini: geminiApi,
  ollama: ollamaApi,
};
