// Filters for calls: text, tools, outcomes, file changes.

import { FilePen } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { outcomes } from '../../../shared/conversation/message.ts';
import { shortToolName } from '../../../shared/features/tools/toolInfo.ts';
import { strings } from '../../core/strings.ts';
import { FilterMenu, FilterRow, FilterSwitch } from '../../ui/FilterRow.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { type ChainFilter, hasActiveFilter, noFilter } from './chainFilter.ts';
import { chainWords } from './words.ts';

const words = chainWords;

export interface FilterBarProps<F extends ChainFilter> {
  filter: F;
  onFilter: (change: Partial<ChainFilter>) => void;
  tools: readonly { name: string; count: number }[];
  field: Ref<HTMLInputElement>;
  /** Number of matching calls. */
  left: { shown: number; of: number } | string | null;
  /** Escape or arrow down in the field. */
  onLeave: () => void;
  /** Additional filters of the page; they count as filters and are cleared with the rest. */
  others?: { isFiltered: boolean; onClear: () => void; children: ReactNode };
}

export function FilterBar<F extends ChainFilter>(props: FilterBarProps<F>) {
  const { filter, onFilter, tools, field, left, onLeave, others } = props;
  const onlyFailed = filter.outcomes.length === 1 && filter.outcomes[0] === 'error';
  return (
    <FilterRow
      label={words.filter}
      hint={words.filterHint}
      text={filter.text}
      onText={(text) => onFilter({ text })}
      field={field}
      onLeave={onLeave}
      isFiltered={hasActiveFilter(filter) || (others?.isFiltered ?? false)}
      left={left}
      onClear={() => (others ? others.onClear() : onFilter(noFilter))}
    >
      <FilterMenu
        label={words.tools}
        all={words.allTools}
        several
        options={tools.map(({ name, count }) => ({
          value: name,
          label: visibleText(shortToolName(name)),
          hint: words.calls(count),
        }))}
        chosen={filter.tools}
        onChange={(chosen) => onFilter({ tools: chosen })}
      />
      <FilterMenu
        label={words.outcomes}
        all={words.allOutcomes}
        several
        options={outcomes.map((value) => ({ value, label: strings.calls.states[value] }))}
        chosen={filter.outcomes}
        quiet={onlyFailed}
        onChange={(chosen) => onFilter({ outcomes: chosen })}
      />
      <FilterSwitch
        label={words.onlyFailed}
        on={onlyFailed}
        onChange={(on) => onFilter({ outcomes: on ? ['error'] : [] })}
      />
      <FilterSwitch
        label={words.changed}
        icon={FilePen}
        on={filter.changed}
        onChange={(on) => onFilter({ changed: on })}
      />
      {others?.children}
    </FilterRow>
  );
}
