// Queries well-known local servers for facts beyond the common model list, each at its own endpoints, which also
// identify the server. Loopback only, without a key; errors are ignored.

import { type JsonObject, jsonObject } from '../../../shared/core/json.ts';
import type { ModelInfo } from '../../../shared/features/models/modelInfo.ts';
import type { Fetch } from '../http/exchange.ts';
import { canChat, factsOf } from './models.ts';
import { withOllamaFacts } from './ollamaFacts.ts';

type LocalServerType = 'Ollama' | 'LM Studio' | 'llama.cpp' | 'vLLM';

export interface LocalFacts {
  /** Null: not a server we know. */
  type: LocalServerType | null;
  models: ModelInfo[];
}

/** Total time for all questions to one server, in ms. */
const patienceMs = 800;
const maxAnswerBytes = 512 * 1024;

/** Adds the reported facts to the models and drops those that cannot chat. */
export async function withLocalFacts(
  fetch: Fetch,
  baseUrl: string,
  models: readonly ModelInfo[],
): Promise<ModelInfo[]> {
  if (models.length === 0) return [];
  const { type, models: withFacts } = await fetchLocalFacts(fetch, new URL(baseUrl).origin, models, 'fixed');
  // Many servers imitate vLLM's endpoint, so keep only what each model reports.
  if (type === null || type === 'vLLM') return withFacts;
  return withFacts.map((model) => ({ ...model, runsModels: true as const }));
}

/** `contextMode`: for Ollama (withOllamaFacts.ts). */
export async function fetchLocalFacts(
  fetch: Fetch,
  origin: string,
  models: readonly ModelInfo[],
  contextMode: 'told' | 'fixed',
): Promise<LocalFacts> {
  const signal = AbortSignal.timeout(patienceMs);
  const ask = (path: string, body?: unknown): Promise<unknown> => askLoopback(fetch, `${origin}${path}`, signal, body);
  const [props, tags, studio, older, version] = (
    await Promise.all(['/props', '/api/tags', '/api/v1/models', '/api/v0/models', '/version'].map((path) => ask(path)))
  ).map(jsonObject) as [JsonObject, JsonObject, JsonObject, JsonObject, JsonObject];
  // Check llama.cpp first: it also answers Ollama's path.
  if (Object.keys(jsonObject(props.default_generation_settings)).length > 0)
    return { type: 'llama.cpp', models: withProps(models, props) };
  if (isStudio(studio)) return { type: 'LM Studio', models: withRows(models, studioRows(studio)) };
  if (isOldStudio(older)) return { type: 'LM Studio', models: withRows(models, byId(rowsOf(older.data))) };
  if (isOllama(tags)) {
    const withFacts = withRows(models, byId(rowsOf(tags.models)));
    return { type: 'Ollama', models: await withOllamaFacts(withFacts, ask, contextMode) };
  }
  return { type: typeof version.version === 'string' ? 'vLLM' : null, models: [...models] };
}

/** The server runs a single model. A router reports no facts per model. */
function withProps(models: readonly ModelInfo[], props: JsonObject): ModelInfo[] {
  const settings = jsonObject(props.default_generation_settings);
  const { supports_tools: tools } = jsonObject(props.chat_template_caps);
  const { vision } = jsonObject(props.modalities);
  const template = props.chat_template;
  return models.map((model) =>
    models.length > 1
      ? model
      : {
          ...model,
          ...factsOf({ context_length: settings.n_ctx }),
          // llama.cpp silently drops tools if the template has no support for them.
          ...(typeof tools === 'boolean' ? { tools } : {}),
          ...(typeof vision === 'boolean' ? { images: vision } : {}),
          ...(typeof template === 'string' ? { thinking: template.includes('<think>') } : {}),
          loaded: true as const,
        },
  );
}

function isStudio({ models }: JsonObject): boolean {
  return Array.isArray(models) && models.some((model) => Array.isArray(jsonObject(model).loaded_instances));
}

function isOldStudio({ data }: JsonObject): boolean {
  return Array.isArray(data) && data.some((model) => typeof jsonObject(model).compatibility_type === 'string');
}

/** Only Ollama's list has no `data`; imitators (llama.cpp, proxies) add the common one. */
function isOllama({ models, data }: JsonObject): boolean {
  return Array.isArray(models) && data === undefined;
}

/** LM Studio 0.4: rows keyed by model and by the names of its loaded instances. */
function studioRows({ models }: JsonObject): Map<unknown, JsonObject> {
  const rows = rowsOf(models).flatMap((row): [unknown, JsonObject][] => {
    const instances = rowsOf(row.loaded_instances);
    const { trained_for_tool_use: tools, vision, reasoning } = jsonObject(row.capabilities);
    const rooms = instances
      .map(({ config }) => jsonObject(config).context_length)
      .filter((window) => typeof window === 'number');
    const plain = {
      type: row.type,
      context_length: rooms.length > 0 ? Math.min(...rooms) : row.max_context_length,
      capabilities: {
        ...(typeof tools === 'boolean' ? { function_calling: tools } : {}),
        ...(typeof vision === 'boolean' ? { vision } : {}),
      },
      ...(reasoning === undefined ? {} : { thinking: reasoning !== false && reasoning !== null }),
      ...(instances.length > 0 ? { state: 'loaded' } : {}),
    };
    return [row.key, ...instances.map(({ id }) => id)].map((id) => [id, plain]);
  });
  return new Map(rows);
}

function byId(rows: readonly JsonObject[]): Map<unknown, JsonObject> {
  return new Map(rows.map((row) => [row.id ?? row.name, row]));
}

function withRows(models: readonly ModelInfo[], rows: ReadonlyMap<unknown, JsonObject>): ModelInfo[] {
  return models.flatMap((model) => {
    const row = rows.get(model.id) ?? {};
    return canChat(row) === false ? [] : [{ ...model, ...factsOf(row) }];
  });
}

function rowsOf(list: unknown): JsonObject[] {
  return Array.isArray(list) ? list.slice(0, 1_000).map(jsonObject) : [];
}

/** Returns null without a valid JSON answer. */
async function askLoopback(fetch: Fetch, url: string, signal: AbortSignal, body?: unknown): Promise<unknown> {
  try {
    const response = await fetch(url, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      // A redirect would leave this machine.
      redirect: 'error',
      signal,
    });
    if (response.ok) return await readBoundedJson(response);
    await response.body?.cancel();
    return null;
  } catch {
    return null;
  }
}

/** Throws if the body is too long or not JSON. */
export async function readBoundedJson(response: Response): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > maxAnswerBytes) throw new Error('The list is too long.');
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
}
