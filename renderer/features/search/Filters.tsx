// What the search is limited to: project, kind, tool, time. Each says what it is now.

import { useEffect, useState } from 'react';
import { useStore } from 'zustand/react';
import { searchKinds } from '../../../shared/contract/search.ts';
import { useActions, useApp, useSession } from '../../core/state/context.tsx';
import { noFilters, type SearchFilters, searchDays } from '../../core/state/search/searchStore.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { visibleText } from '../../ui/visibleText.ts';

const words = strings.search.filters;

/** Tools that are offered; those that were called most. */
const mostTools = 60;

export function hasFilters({ projectId, kinds, tool, days }: SearchFilters): boolean {
  return projectId !== null || kinds.length > 0 || tool !== null || days !== null;
}

export function Filters() {
  const { search } = useSession();
  const filters = useStore(search.store, (now) => now.filters);
  const projects = useApp((snapshot) => snapshot.projects);
  const tools = useToolNames(filters.tool);
  return (
    <fieldset className="flex flex-wrap items-center gap-1.5" aria-label={words.label}>
      <Select
        label={words.project}
        value={filters.projectId ?? ''}
        all={words.allProjects}
        options={projects.map(({ id, name, folder }) => [id, folder === null ? words.noFolder : visibleText(name)])}
        onChange={(id) => search.filter({ projectId: id || null })}
      />
      <Select
        label={words.kind}
        value={filters.kinds[0] ?? ''}
        all={words.allKinds}
        options={searchKinds.map((kind) => [kind, strings.search.kinds[kind]])}
        onChange={(kind) => search.filter({ kinds: searchKinds.filter((known) => known === kind) })}
      />
      <Select
        label={words.tool}
        value={filters.tool ?? ''}
        all={words.allTools}
        options={tools.map((name) => [name, visibleText(name)])}
        onChange={(tool) => search.filter({ tool: tool || null })}
      />
      <Select
        label={words.time}
        value={filters.days === null ? '' : String(filters.days)}
        all={words.anyTime}
        options={searchDays.map((days) => [String(days), words.days[days]])}
        onChange={(days) => search.filter({ days: searchDays.find((known) => String(known) === days) ?? null })}
      />
      {hasFilters(filters) && (
        <Button tone="ghost" size="small" onClick={() => search.filter(noFilters)}>
          {words.reset}
        </Button>
      )}
    </fieldset>
  );
}

interface SelectProps {
  label: string;
  value: string;
  all: string;
  options: readonly (readonly [value: string, name: string])[];
  onChange: (value: string) => void;
}

/** The system's own list: it is quick, and known to everybody who uses a keyboard or a screen reader. */
function Select({ label, value, all, options, onChange }: SelectProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={classes(
        'h-7 max-w-48 rounded-m border bg-over px-1.5 text-small hover:bg-hover',
        value === '' ? 'border-line text-ink-2' : 'border-accent text-ink',
      )}
    >
      <option value="">{all}</option>
      {options.map(([own, name]) => (
        <option key={own} value={own}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Names of tools that were ever called; the one that is chosen is always among them. */
function useToolNames(chosen: string | null): string[] {
  const { call } = useActions();
  const available = useApp((snapshot) => snapshot.tools);
  const [called, setCalled] = useState<string[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    void call('chain.facets', {}, controller.signal).then((answer) => {
      if (answer.ok && !controller.signal.aborted) setCalled(answer.value.tools.map(({ name }) => name));
    });
    return () => controller.abort();
  }, [call]);
  const names = called.length > 0 ? called.slice(0, mostTools) : available.map(({ name }) => name);
  return chosen === null || names.includes(chosen) ? names : [chosen, ...names];
}
