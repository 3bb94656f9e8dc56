// Rows of the model menu: each server's matching models, then the typed name for each server that accepts any. Servers
// without rows have no heading. Agents come first; while the user types, the models do. Pure.

import { type AgentInfo, agentModelRef } from '../../../shared/features/externalAgents/externalAgent.ts';
import type { ProviderInfo } from '../../../shared/features/models/methods.ts';
import type { ModelInfo } from '../../../shared/features/models/modelInfo.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import type { ModelListing } from './useModels.ts';

/** Per server; typing narrows the rest. */
const maxRows = 200;

export interface ModelRow {
  id: string;
  ref: ModelRef;
  /** The typed text, verbatim. */
  isTyped: boolean;
  /** Details from its server. */
  info?: ModelInfo;
  agent?: AgentInfo;
}

interface ModelGroup {
  provider: ProviderInfo;
  rows: ModelRow[];
  loading: boolean;
  error: string | null;
}

export interface ModelRows {
  /** Agents that are installed; while the user types, all that match. */
  agents: ModelRow[];
  groups: ModelGroup[];
  typed: { provider: ProviderInfo; row: ModelRow }[];
  /** In display order. */
  all: ModelRow[];
  /** Enter's choice when nothing is selected; the typed name only after every server has responded. */
  first: ModelRow | undefined;
}

export function modelRows(
  providers: readonly ProviderInfo[],
  lists: Readonly<Record<string, ModelListing>>,
  filter: string,
  current: ModelRef | null,
  agents: readonly AgentInfo[] = [],
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
      const rows = fitting.slice(0, maxRows).map((info) => ({ ...rowOf(provider, info.id, false), info }));
      return { provider, rows, loading: !list, error: list?.error ?? null };
    })
    .filter(({ rows, loading, error }) => rows.length > 0 || loading || error !== null);
  // The demo is a script with one name.
  const free = providers.filter(
    ({ id, origin }) => origin !== 'demo' && !lists[id]?.models.some((model) => model.id === typed),
  );
  const typedRows = typed === '' ? [] : free.map((provider) => ({ provider, row: rowOf(provider, typed, true) }));
  const listed = groups.flatMap(({ rows }) => rows);
  const agentRows = agents
    .filter(({ status }) => typed !== '' || status !== 'missing')
    .filter(({ id, name }) => id.includes(needle) || name.toLowerCase().includes(needle))
    .map((agent): ModelRow => ({ id: `agent:${agent.id}`, ref: agentModelRef(agent.id), isTyped: false, agent }));
  const known = typed === '' ? [...agentRows, ...listed] : [...listed, ...agentRows];
  const all = [...known, ...typedRows.map(({ row }) => row)];
  const now = known.find(({ ref }) => ref.provider === current?.provider && ref.model === current.model);
  const loading = groups.some((group) => group.loading);
  const first = (typed === '' ? now : undefined) ?? listed[0] ?? (loading ? undefined : all[0]);
  return { agents: agentRows, groups, typed: typedRows, all, first };
}
