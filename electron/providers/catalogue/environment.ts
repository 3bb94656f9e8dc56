// The server named by OPENAI_API_KEY and OPENAI_BASE_URL, read as other programs read them.

import { likeliestModel } from '../../../shared/modelChoice.ts';
import type { ModelInfo } from '../../../shared/modelInfo.ts';
import { windowOfFamily } from './modelWindows.ts';

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

/** A server with many models lists them in no useful order. */
export function environmentChoice(models: readonly ModelInfo[]): string | null {
  if (models.some((model) => model.id === fallbackModel)) return fallbackModel;
  // What a list does not tell of the context is known of many by their name.
  return likeliestModel(
    models.map((model) => ({ contextWindow: windowOfFamily(model.id) ?? undefined, ...model }) as ModelInfo),
  );
}
