// Search filters: project, kind, tool, time. Each shows its current value.

import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand/react';
import { searchKinds } from '../../../shared/features/search/methods.ts';
import { countTags } from '../../../shared/features/tags/tag.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions, useApp, useSession } from '../../core/state/context.tsx';
import { locale } from '../../core/strings.ts';
import { FilterMenu, FilterRow } from '../../ui/FilterRow.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { noFilters, type SearchFilters, searchDays } from './searchStore.ts';

const words = lateStrings.search.filters;

/** Maximum tools in the list; the most frequently called come first. */
const maxTools = 60;

export function hasFilters({ projectId, kinds, tool, tag, days }: SearchFilters): boolean {
  return projectId !== null || kinds.length > 0 || tool !== null || tag !== null || days !== null;
}

export function Filters() {
  const { search } = useSession();
  const filters = useStore(search.store, (now) => now.filters);
  const projects = useApp((snapshot) => snapshot.projects).filter(({ sameAs }) => !sameAs);
  const conversations = useApp((snapshot) => snapshot.conversations);
  const tags = useMemo(() => countTags(conversations, locale), [conversations]);
  const tools = useToolNames(filters.tool);
  return (
    <FilterRow
      label={words.label}
      isFiltered={hasFilters(filters)}
      left={null}
      onClear={() => search.filter(noFilters)}
    >
      <FilterMenu
        label={words.project}
        all={words.allProjects}
        options={projects.map(({ id, name, folder }) => ({
          value: id,
          label: folder === null ? words.noFolder : visibleText(name),
          hint: folder === null ? undefined : visibleText(folder),
        }))}
        chosen={filters.projectId === null ? [] : [filters.projectId]}
        onChange={([projectId = null]) => search.filter({ projectId })}
      />
      <FilterMenu
        label={words.kind}
        all={words.allKinds}
        options={searchKinds.map((kind) => ({ value: kind, label: lateStrings.search.kinds[kind] }))}
        chosen={filters.kinds}
        onChange={(kinds) => search.filter({ kinds })}
      />
      <FilterMenu
        label={words.tool}
        all={words.allTools}
        options={tools.map((name) => ({ value: name, label: visibleText(name) }))}
        chosen={filters.tool === null ? [] : [filters.tool]}
        onChange={([tool = null]) => search.filter({ tool })}
      />
      {(tags.length > 0 || filters.tag !== null) && (
        <FilterMenu
          label={words.tag}
          all={words.allTags}
          options={tags.map(({ name }) => ({ value: name, label: name }))}
          chosen={filters.tag === null ? [] : [filters.tag]}
          onChange={([tag = null]) => search.filter({ tag })}
        />
      )}
      <FilterMenu
        label={words.time}
        all={words.anyTime}
        options={searchDays.map((days) => ({ value: days, label: words.days[days] }))}
        chosen={filters.days === null ? [] : [filters.days]}
        onChange={([days = null]) => search.filter({ days })}
      />
    </FilterRow>
  );
}

/** Names of all tools that were ever called, and always the selected one. */
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
  const names = called.length > 0 ? called.slice(0, maxTools) : available.map(({ name }) => name);
  return chosen === null || names.includes(chosen) ? names : [chosen, ...names];
}
