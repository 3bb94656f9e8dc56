// All provider APIs, by their name in the settings. To add one, add a folder and a line here.

import type { WireKind } from '../../shared/features/models/providerKind.ts';
import { anthropicWire } from './anthropic/api.ts';
import { chatWire } from './chatCompletions/api.ts';
import { geminiWire } from './gemini/api.ts';
import type { CreateApi } from './http/providerApi.ts';
import { ollamaWire } from './ollama/api.ts';
import { responsesWire } from './responses/api.ts';

export const wires: Readonly<Record<WireKind, CreateApi>> = {
  openai: chatWire,
  responses: responsesWire,
  anthropic: anthropicWire,
  gemini: geminiWire,
  ollama: ollamaWire,
};
