// Which models of a list can chat, and which one may be taken without asking. The order of a list says nothing. Pure.

import type { ModelInfo } from './modelInfo.ts';

/** Tokens. With less, a conversation that uses tools is full after a few results. */
const roomy = 32_768;

/** Words of names of models that do something else: vectors, sound, pictures, films, ranking, moderation, plain completion. */
const otherKinds =
  /embed|whisper|dall-e|moderat|guard|image|audio|realtime|transcri|rerank|davinci|babbage|minilm|speech|orpheus|stable-diffusion|nano-banana|gpt-3\.5-turbo-instruct|(?:^|[^a-z])(?:tts|sora|veo|imagen|lyria|ocr|flux|clip|bge|e5|gte|bert|aqa|sdxl)(?:[^a-z]|$)/i;

/** By its name; where a server tells what a model does, that counts before. */
export function chatsByName(id: string): boolean {
  return !otherKinds.test(id);
}

/**
 * The model that a new chat may begin with unasked: what the person used last with this server, what the server has in
 * memory, the only one, or one that is known to have room and tools and costs nothing. Null: the person is to choose.
 */
export function defaultModel(models: readonly ModelInfo[], lastUsed: string | null = null): string | null {
  const [only, ...more] = models;
  if (more.length === 0) return only?.id ?? null;
  if (lastUsed !== null && models.some(({ id }) => id === lastUsed)) return lastUsed;
  const good = models.filter(isGood);
  const loaded = models.filter((model) => model.loaded && !isPoor(model));
  if (loaded.length > 0) return roomiest(loaded)?.id ?? null;
  // What each costs is for the person to weigh.
  return good.some(({ price }) => price && price.input + price.output > 0) ? null : (roomiest(good)?.id ?? null);
}

/** Where nobody can be asked: the best that is known, never one with little room while another may have more. */
export function likeliestModel(models: readonly ModelInfo[]): string | null {
  const unpriced = models.find(({ id }) => id === defaultModel(models));
  const groups = [models.filter(isGood), models.filter((model) => !isPoor(model)), models];
  return (unpriced ?? groups.find((group) => group.length > 0)?.[0])?.id ?? null;
}

const isGood = ({ contextWindow = 0, tools }: ModelInfo): boolean => tools === true && contextWindow >= roomy;
const isPoor = ({ contextWindow = roomy, tools }: ModelInfo): boolean => tools === false || contextWindow < roomy;

function roomiest(models: readonly ModelInfo[]): ModelInfo | undefined {
  return models.toSorted((one, other) => (other.contextWindow ?? 0) - (one.contextWindow ?? 0))[0];
}
