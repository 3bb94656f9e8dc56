// Parses GET /models in the variants that servers return. Drops models that cannot chat, as reported by the server or
// else judged by name.

import { type JsonObject, jsonObject } from '../../../shared/core/json.ts';
import { looksLikeChatModel } from '../../../shared/features/models/modelChoice.ts';
import type { ModelInfo } from '../../../shared/features/models/modelInfo.ts';

const maxModels = 5000;
/** In tokens; numbers outside this range are not context windows. */
const [minWindow, mostWindow] = [1_000, 100_000_000];
/** Fields in which servers report the context window, most reliable first. */
const windowKeys = [
  'loaded_context_length',
  'context_length',
  'max_model_len',
  'context_window',
  'max_context_length',
  'max_input_tokens',
  'inputTokenLimit',
];

/** Returns null if the answer is not a model list. */
export function readModels(answer: unknown): ModelInfo[] | null {
  const { data, models } = jsonObject(answer);
  const list = [answer, data, models].find(Array.isArray);
  if (!list) return null;
  const modelsById = new Map<string, ModelInfo>();
  for (const entry of list.slice(0, maxModels)) {
    const row = typeof entry === 'string' ? { id: entry } : jsonObject(entry);
    const id = row.id ?? row.name;
    if (typeof id !== 'string' || id === '' || id.length > 300 || modelsById.has(id)) continue;
    if (canChat(row) ?? looksLikeChatModel(id)) modelsById.set(id, { id, ...factsOf(row) });
  }
  return [...modelsById.values()];
}

/** As `readModels`, but only for lists under `data`; rejects Google's format, which only the Gemini API uses. */
export function readDataModels(answer: unknown): ModelInfo[] | null {
  const { data, models } = jsonObject(answer);
  const isGoogles = data === undefined && Array.isArray(models) && /^models\//.test(String(jsonObject(models[0]).name));
  return isGoogles ? null : readModels(answer);
}

/** Whether the server reports that the model can chat; undefined: not reported. */
export function canChat(row: JsonObject): boolean | undefined {
  const { architecture, type, active } = row;
  if (active === false) return false;
  const capabilities = row.capabilities;
  const output = jsonObject(architecture).output_modalities ?? row.output_modalities;
  // Text output proves nothing: judges and rankers produce text, too.
  if (Array.isArray(output) && !output.includes('text')) return false;
  if (Array.isArray(row.supportedGenerationMethods) && !row.supportedGenerationMethods.includes('generateContent'))
    return false;
  if (type === 'embeddings' || type === 'embedding') return false;
  if (Array.isArray(jsonObject(row.details).families) && jsonObject(row.details).families?.toString().includes('bert'))
    return false;
  if (Array.isArray(capabilities)) {
    if (capabilities.includes('embedding') && !capabilities.includes('completion')) return false;
    return capabilities.includes('completion') || undefined;
  }
  const { completion_chat, type: kind } = jsonObject(capabilities);
  if (typeof completion_chat === 'boolean') return completion_chat;
  return typeof kind === 'string' ? kind === 'chat' : undefined;
}

/** Extracts context window, abilities and price from a row. */
export function factsOf(row: JsonObject): Omit<ModelInfo, 'id'> {
  const capabilities = jsonObject(row.capabilities);
  const { limits, supports } = capabilities;
  const contextWindow = [
    jsonObject(limits).max_prompt_tokens,
    ...windowKeys.map((key) => row[key]),
    jsonObject(row.meta).n_ctx,
  ].find(isWindow);
  const list = Array.isArray(row.capabilities) ? row.capabilities : null;
  const parameters = Array.isArray(row.supported_parameters) ? row.supported_parameters : null;
  const input = jsonObject(row.architecture).input_modalities ?? row.input_modalities;
  const tools =
    parameters?.includes('tools') ??
    firstBoolean(capabilities.function_calling, jsonObject(supports).tool_calls) ??
    (list ? list.includes('tools') || list.includes('tool_use') : undefined);
  const images =
    (Array.isArray(input) ? input.includes('image') : undefined) ??
    firstBoolean(capabilities.vision, jsonObject(supports).vision, jsonObject(capabilities.image_input).supported) ??
    (list?.includes('vision') || row.type === 'vlm' ? true : undefined);
  const thinking =
    firstBoolean(row.thinking) ??
    (list ? list.includes('thinking') || undefined : undefined) ??
    (parameters?.includes('reasoning') || undefined);
  const price = priceOf(jsonObject(row.pricing));
  return {
    ...(contextWindow === undefined ? {} : { contextWindow }),
    ...(tools === undefined ? {} : { tools }),
    ...(images === undefined ? {} : { images }),
    ...(thinking === undefined ? {} : { thinking }),
    ...(row.state === 'loaded' ? { loaded: true as const } : {}),
    ...(price ? { price } : {}),
    ...(row.owned_by === 'vllm' ? { runsModels: true as const } : {}),
  };
}

function firstBoolean(...values: unknown[]): boolean | undefined {
  return values.find((value) => typeof value === 'boolean');
}

/** Price per million tokens; the server reports it as such, or per token as a string. */
function priceOf(row: JsonObject): ModelInfo['price'] {
  const perMillion = row.unit === 'usd_per_1m_tokens';
  const dollars = (...names: string[]): number | undefined => {
    const value = names.map((name) => row[name]).find((value) => value !== undefined && value !== null);
    const price = value === undefined ? Number.NaN : Number(value) * (perMillion ? 1 : 1_000_000);
    return price >= 0 ? Math.round(price * 1_000_000) / 1_000_000 : undefined;
  };
  const input = perMillion ? dollars('input') : dollars('prompt');
  const output = perMillion ? dollars('output') : dollars('completion');
  if (input === undefined || output === undefined) return undefined;
  const [cacheRead, cacheWrite] = [dollars('input_cache_read'), dollars('input_cache_write')];
  return {
    input,
    output,
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
  };
}

function isWindow(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= minWindow && value <= mostWindow;
}
