// What well-known servers on this machine tell of themselves and of their models beside the common list, which has names only:
// each at its own paths, which is also how it is known. Asked on loopback, without a key; what does not answer tells nothing.

import type { ModelInfo } from '../../../shared/features/models/modelInfo.ts';
import type { Fetch } from '../http/exchange.ts';
import { chats, factsOf, rowOf } from './models.ts';
import { ollamaFacts } from './ollamaFacts.ts';

/** How one server is told from another. */
type LocalServerType = 'Ollama' | 'LM Studio' | 'llama.cpp' | 'vLLM';

export interface LocalFacts {
  /** Null: it speaks none of the words that are known. */
  type: LocalServerType | null;
  models: ModelInfo[];
}

type Row = Record<string, unknown>;

/** All that is asked of one server takes no longer. */
const patienceMs = 800;
const maxAnswerLength = 512 * 1024;

/** The same models with what is told of them; those that cannot chat are left out. */
export async function withLocalFacts(
  fetch: Fetch,
  baseUrl: string,
  models: readonly ModelInfo[],
): Promise<ModelInfo[]> {
  if (models.length === 0) return [];
  const { type, models: told } = await localFacts(fetch, new URL(baseUrl).origin, models, 'fixed');
  // vLLM's one word is many servers' word: its models say it themselves.
  if (type === null || type === 'vLLM') return told;
  return told.map((model) => ({ ...model, runsModels: true as const }));
}

/** `room`: how the models would be used there, where it is an Ollama (ollamaFacts.ts). */
export async function localFacts(
  fetch: Fetch,
  origin: string,
  models: readonly ModelInfo[],
  room: 'told' | 'fixed',
): Promise<LocalFacts> {
  const signal = AbortSignal.timeout(patienceMs);
  const ask = (path: string, body?: unknown): Promise<unknown> => askLoopback(fetch, `${origin}${path}`, signal, body);
  const [props, tags, studio, older, version] = (
    await Promise.all(['/props', '/api/tags', '/api/v1/models', '/api/v0/models', '/version'].map((path) => ask(path)))
  ).map(rowOf) as [Row, Row, Row, Row, Row];
  // First: llama.cpp answers Ollama's path, too.
  if (Object.keys(rowOf(props.default_generation_settings)).length > 0)
    return { type: 'llama.cpp', models: withProps(models, props) };
  if (isStudio(studio)) return { type: 'LM Studio', models: withRows(models, studioRows(studio)) };
  if (isOldStudio(older)) return { type: 'LM Studio', models: withRows(models, byId(rowsOf(older.data))) };
  if (isOllama(tags)) {
    const told = withRows(models, byId(rowsOf(tags.models)));
    return { type: 'Ollama', models: await ollamaFacts(told, ask, room) };
  }
  return { type: typeof version.version === 'string' ? 'vLLM' : null, models: [...models] };
}

/** Of one model: the server has no other. A router names none of its models' facts. */
function withProps(models: readonly ModelInfo[], props: Row): ModelInfo[] {
  const settings = rowOf(props.default_generation_settings);
  const { supports_tools: tools } = rowOf(props.chat_template_caps);
  const { vision } = rowOf(props.modalities);
  const template = props.chat_template;
  return models.map((model) =>
    models.length > 1
      ? model
      : {
          ...model,
          ...factsOf({ context_length: settings.n_ctx }),
          // Without them in its template it leaves tools out of the request, and says nothing.
          ...(typeof tools === 'boolean' ? { tools } : {}),
          ...(typeof vision === 'boolean' ? { images: vision } : {}),
          ...(typeof template === 'string' ? { thinking: template.includes('<think>') } : {}),
          loaded: true as const,
        },
  );
}

function isStudio({ models }: Row): boolean {
  return Array.isArray(models) && models.some((model) => Array.isArray(rowOf(model).loaded_instances));
}

function isOldStudio({ data }: Row): boolean {
  return Array.isArray(data) && data.some((model) => typeof rowOf(model).compatibility_type === 'string');
}

/** A list of its own kind: others who answer here (llama.cpp, proxies) give the common one beside it. */
function isOllama({ models, data }: Row): boolean {
  return Array.isArray(models) && data === undefined;
}

/** LM Studio 0.4: each under its key and under the names of what is loaded of it. */
function studioRows({ models }: Row): Map<unknown, Row> {
  const rows = rowsOf(models).flatMap((row): [unknown, Row][] => {
    const instances = rowsOf(row.loaded_instances);
    const { trained_for_tool_use: tools, vision, reasoning } = rowOf(row.capabilities);
    const rooms = instances
      .map(({ config }) => rowOf(config).context_length)
      .filter((room) => typeof room === 'number');
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

function byId(rows: readonly Row[]): Map<unknown, Row> {
  return new Map(rows.map((row) => [row.id ?? row.name, row]));
}

function withRows(models: readonly ModelInfo[], rows: ReadonlyMap<unknown, Row>): ModelInfo[] {
  return models.flatMap((model) => {
    const row = rows.get(model.id) ?? {};
    return chats(row) === false ? [] : [{ ...model, ...factsOf(row) }];
  });
}

function rowsOf(list: unknown): Row[] {
  return Array.isArray(list) ? list.slice(0, 1_000).map(rowOf) : [];
}

/** Null: there was no answer, or none that is JSON. */
async function askLoopback(fetch: Fetch, url: string, signal: AbortSignal, body?: unknown): Promise<unknown> {
  try {
    const response = await fetch(url, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      // What it would lead to is not this machine's.
      redirect: 'error',
      signal,
    });
    if (response.ok) return await readBounded(response);
    await response.body?.cancel();
    return null;
  } catch {
    return null;
  }
}

/** Throws where it is too long or no JSON. */
export async function readBounded(response: Response): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > maxAnswerLength) throw new Error('The list is too long.');
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
}
