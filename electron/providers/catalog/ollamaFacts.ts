// Model facts that only Ollama's API reports: loaded models and their context (/api/ps), capabilities and maximum
// context (/api/show).
//
// Each request sets the context (`num_ctx`). The server's default, usually 4k, is too small for tools, and larger
// contexts cost memory. So use the model's maximum, capped at `defaultContext`, or the loaded size if that is larger,
// since its memory is already allocated. A model loaded with less is reloaded. Settings override all of this
// (contextWindows.ts).

import { jsonObject } from '../../../shared/core/json.ts';
import type { ModelInfo } from '../../../shared/features/models/modelInfo.ts';
import { canChat, factsOf } from './models.ts';

/** Context requested by default, in tokens. */
export const defaultContext = 32_768;

/** Queries the server; `path` starts with a slash. Resolves to null without a JSON answer. */
type AskAt = (path: string, body?: unknown) => Promise<unknown>;

/** Models beyond this number are listed without details. */
const maxQuestions = 100;
const atOnce = 8;

/**
 * Adds the reported facts to the models and drops those that cannot chat. `contextMode`: `told` if each request sets its
 * context, `fixed` if the server decides, which is known only for loaded models.
 */
export async function withOllamaFacts(
  models: readonly ModelInfo[],
  ask: AskAt,
  contextMode: 'told' | 'fixed',
): Promise<ModelInfo[]> {
  const running = new Map(rowsOf(await ask('/api/ps')).map((row) => [row.name ?? row.model, row]));
  const details = await mapConcurrently(models.slice(0, maxQuestions), atOnce, async ({ id }) =>
    jsonObject(await ask('/api/show', { model: id })),
  );
  return models.flatMap((model, index): ModelInfo[] => {
    const row = details[index] ?? {};
    if (canChat(row) === false) return [];
    const now = running.get(model.id);
    const loaded = now ? factsOf(now).contextWindow : undefined;
    const maxContext = trainedContext(row);
    const context = Math.max(loaded ?? 0, Math.min(maxContext ?? defaultContext, defaultContext));
    const contextWindow = contextMode === 'told' ? context : loaded;
    return [
      {
        ...model,
        ...factsOf(row),
        ...(contextWindow === undefined ? {} : { contextWindow }),
        ...(now ? { loaded: true as const } : {}),
      },
    ];
  });
}

/** The trained maximum, e.g. `model_info["qwen3.context_length"]`. */
function trainedContext(row: Record<string, unknown>): number | undefined {
  const info = Object.entries(jsonObject(row.model_info));
  const lengths = info.flatMap(([name, value]) => (/\.context_length$/.test(name) ? [value] : []));
  return lengths.find((value): value is number => typeof value === 'number' && value >= 512);
}

function rowsOf(answer: unknown): Record<string, unknown>[] {
  const { models } = jsonObject(answer);
  return Array.isArray(models) ? models.slice(0, 1_000).map(jsonObject) : [];
}

/** Maps with bounded concurrency, in order. */
async function mapConcurrently<T, R>(list: readonly T[], atOnce: number, work: (entry: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = list.entries();
  const worker = async (): Promise<void> => {
    for (const [index, entry] of waiting) results[index] = await work(entry);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
