// The server that OPENAI_API_KEY and OPENAI_BASE_URL name, as every program of this field reads them.

import type { ModelInfo } from '../../shared/modelInfo.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface EnvironmentServer {
  /** As given: it may not be an address at all. */
  baseUrl: string;
  key: string | null;
  model: string | null;
  organization: string | null;
  project: string | null;
}

const openAiBaseUrl = 'https://api.openai.com/v1';
/** What is asked when the server does not say what it has. */
export const fallbackModel = 'gpt-5-mini';

/** Null when neither variable is set. */
export function readEnvironment(env: Environment): EnvironmentServer | null {
  const value = (name: string): string | null => env[name]?.trim() || null;
  const key = value('OPENAI_API_KEY');
  const baseUrl = value('OPENAI_BASE_URL');
  if (key === null && baseUrl === null) return null;
  return {
    baseUrl: baseUrl ?? openAiBaseUrl,
    key,
    model: value('OPENAI_MODEL'),
    organization: value('OPENAI_ORG_ID'),
    project: value('OPENAI_PROJECT_ID'),
  };
}

/** The first model that can talk; a server with many kinds lists them in no useful order. */
export function firstChatModel(models: readonly ModelInfo[]): string | null {
  if (models.some((model) => model.id === fallbackModel)) return fallbackModel;
  const other = /embed|whisper|tts|dall-e|moderation|image|audio|realtime|transcribe|rerank|sora|davinci|babbage/i;
  return (models.find((model) => !other.test(model.id)) ?? models[0])?.id ?? null;
}
