// Picks models that can chat from a list, and a default among them. The list's order is meaningless.

import type { ModelInfo } from './modelInfo.ts';

/** In tokens. With less, a few tool results fill the context. */
const roomy = 32_768;

/**
 * Words in names of models for other purposes: embeddings, sound, images, video, ranking, moderation, plain completion.
 */
const otherKinds =
  /embed|whisper|dall-e|moderat|guard|image|audio|realtime|transcri|rerank|davinci|babbage|minilm|speech|orpheus|stable-diffusion|nano-banana|gpt-3\.5-turbo-instruct|(?:^|[^a-z])(?:tts|sora|veo|imagen|lyria|ocr|flux|clip|bge|e5|gte|bert|aqa|sdxl)(?:[^a-z]|$)/i;

/** Guesses by name; what the server reports takes precedence. */
export function looksLikeChatModel(id: string): boolean {
  return !otherKinds.test(id);
}

/**
 * Returns the model that a new chat starts with: the last one used with this server, one that it has loaded, the only
 * one, or a known free one with tools and a large context. Null: the user must choose.
 */
export function defaultModel(models: readonly ModelInfo[], lastUsed: string | null = null): string | null {
  const [only, ...more] = models;
  if (more.length === 0) return only?.id ?? null;
  if (lastUsed !== null && models.some(({ id }) => id === lastUsed)) return lastUsed;
  const good = models.filter(isGood);
  const loaded = models.filter((model) => model.loaded && !isPoor(model));
  if (loaded.length > 0) return roomiest(loaded)?.id ?? null;
  // Weighing prices is up to the user.
  return good.some(({ price }) => price && price.input + price.output > 0) ? null : (roomiest(good)?.id ?? null);
}

/** When the user cannot be asked: the best known model, never one with a small context if another may have more. */
export function bestKnownModel(models: readonly ModelInfo[]): string | null {
  const unpriced = models.find(({ id }) => id === defaultModel(models));
  const groups = [models.filter(isGood), models.filter((model) => !isPoor(model)), models];
  return (unpriced ?? groups.find((group) => group.length > 0)?.[0])?.id ?? null;
}

const isGood = ({ contextWindow = 0, tools }: ModelInfo): boolean => tools === true && contextWindow >= roomy;
const isPoor = ({ contextWindow = roomy, tools }: ModelInfo): boolean => tools === false || contextWindow < roomy;

function roomiest(models: readonly ModelInfo[]): ModelInfo | undefined {
  return models.toSorted((one, other) => (other.contextWindow ?? 0) - (one.contextWindow ?? 0))[0];
}
