// All provider APIs, by their name in the settings. To add one, add a folder and a line here.

import type { WireKind } from '../../shared/features/models/providerKind.ts';
import { anthropicWire } from './anthropic/anthropicWire.ts';
import { chatWire } from './chatCompletions/chatWire.ts';
import { geminiWire } from './gemini/geminiWire.ts';
import type { CreateApi } from './http/wire.ts';
import { ollamaWire } from './ollama/ollamaWire.ts';
import { responsesWire } from './responses/responsesWire.ts';

export const wires: Readonly<Record<WireKind, CreateApi>> = {
  openai: chatWire,
  responses: responsesWire,
  anthropic: anthropicWire,
  gemini: geminiWire,
  ollama: ollamaWire,
};
