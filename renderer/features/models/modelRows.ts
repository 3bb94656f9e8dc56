// The rows of the menu of models: what each server lists and fits what was typed, and behind it what was typed itself, for
// each server that takes any name. A server of which nothing is to be shown has no heading. Pure.

import type { ProviderInfo } from '../../../shared/features/models/methods.ts';
import type { ModelInfo } from '../../../shared/features/models/modelInfo.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import type { ModelListing } from './useModels.ts';

/** Of one server; who looks for one of more types some of its name. */
const most = 200;

export interface ModelRow {
  id: string;
  ref: ModelRef;
  /** What was typed, as it is. */
  isTyped: boolean;
  /** What its server tells of it. */
  info?: ModelInfo;
}

interface ModelGroup {
  provider: ProviderInfo;
  rows: ModelRow[];
  loading: boolean;
  error: string | null;
}

export interface ModelRows {
  groups: ModelGroup[];
  typed: { provider: ProviderInfo; row: ModelRow }[];
  /** In the order in which they are shown. */
  all: ModelRow[];
  /** What Enter takes while none was chosen; what was typed only once every server has said what it has. */
  first: ModelRow | undefined;
}

export function modelRows(
  providers: readonly ProviderInfo[],
  lists: Readonly<Record<string, ModelListing>>,
  filter: string,
  current: ModelRef | null,
): ModelRows {
  const typed = filter.trim();
  const needle = typed.toLowerCase();
  const rowOf = (provider: ProviderInfo, model: string, isTyped: boolean): ModelRow => ({
    id: `${isTyped ? 'typed' : 'listed'}:${provider.id}:${model}`,
    ref: { provider: provider.id, model },
    isTyped,
  });
  const groups = providers
    .map((provider): ModelGroup => {
      const list = lists[provider.id];
      const fitting = (list?.models ?? []).filter(({ id }) => id.toLowerCase().includes(needle));
      const rows = fitting.slice(0, most).map((info) => ({ ...rowOf(provider, info.id, false), info }));
      return { provider, rows, loading: !list, error: list?.error ?? null };
    })
    .filter(({ rows, loading, error }) => rows.length > 0 || loading || error !== null);
  // The demo is a script with one name.
  const free = providers.filter(
    ({ id, origin }) => origin !== 'demo' && !lists[id]?.models.some((model) => model.id === typed),
  );
  const typedRows = typed === '' ? [] : free.map((provider) => ({ provider, row: rowOf(provider, typed, true) }));
  const listed = groups.flatMap(({ rows }) => rows);
  const all = [...listed, ...typedRows.map(({ row }) => row)];
  const now = listed.find(({ ref }) => ref.provider === current?.provider && ref.model === current.model);
  const loading = groups.some((group) => group.loading);
  const first = (typed === '' ? now : undefined) ?? listed[0] ?? (loading ? undefined : all[0]);
  return { groups, typed: typedRows, all, first };
}
