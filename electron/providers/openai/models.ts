// The answer of GET /models, in the forms that servers give it.

import type { ModelInfo } from '../../../shared/modelInfo.ts';

const mostModels = 5000;
/** Tokens; what a list names outside of them is no context. */
const [leastWindow, mostWindow] = [1_000, 100_000_000];
/** The names under which servers tell the size of the context, the most telling first. */
const windowKeys = ['context_length', 'max_model_len', 'context_window', 'max_context_length'];

type Row = Record<string, unknown>;

/** Null when the answer is no list of models. */
export function readModels(answer: unknown): ModelInfo[] | null {
  const { data, models } = (typeof answer === 'object' && answer !== null ? answer : {}) as Row;
  const list = [answer, data, models].find(Array.isArray);
  if (!list) return null;
  const found = new Map<string, ModelInfo>();
  for (const entry of list.slice(0, mostModels)) {
    const model = readModel(entry);
    if (model && !found.has(model.id)) found.set(model.id, model);
  }
  return [...found.values()];
}

function readModel(entry: unknown): ModelInfo | null {
  const row = (typeof entry === 'object' && entry !== null ? entry : { id: entry }) as Row;
  const id = row.id ?? row.name;
  if (typeof id !== 'string' || id === '' || id.length > 300) return null;
  const contextWindow = windowKeys.map((key) => row[key]).find(isWindow);
  return contextWindow === undefined ? { id } : { id, contextWindow };
}

function isWindow(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= leastWindow && value <= mostWindow;
}
