// Filters for calls: text, tools, outcomes, file changes. A bar on the page of all calls, a single line in the panel.

import { FilePen, ListFilter } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { outcomes } from '../../../shared/conversation/message.ts';
import { shortToolName } from '../../../shared/features/tools/toolInfo.ts';
import { strings } from '../../core/strings.ts';
import { FilterChip, FilterMenu, FilterRow, FilterSwitch } from '../../ui/FilterRow.tsx';
import { Menu, MenuChoice, MenuHeading, MenuSeparator } from '../../ui/Menu.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { hasActiveFilter } from './chainFilter.ts';
import { type ChainFilter, noFilter } from './chainsStore.ts';
import { chainWords } from './words.ts';

const words = chainWords;

interface FilterLineProps {
  filter: ChainFilter;
  onFilter: (change: Partial<ChainFilter>) => void;
  tools: readonly { name: string; count: number }[];
  field: Ref<HTMLInputElement>;
  /** Escape or arrow down in the field. */
  onLeave: () => void;
}

interface FilterBarProps extends FilterLineProps {
  /** Number of matching calls. */
  left: string | null;
  /** Additional filters of the page; they count as filters and are cleared with the rest. */
  others?: { isFiltered: boolean; hidesChanged: boolean; onClear: () => void; children: ReactNode };
}

export function FilterBar(props: FilterBarProps) {
  const { filter, onFilter, tools, left, others } = props;
  return (
    <FilterRow
      {...textFilter(props)}
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
        onChange={(chosen) => onFilter({ outcomes: chosen })}
      />
      {others?.hidesChanged || (
        <FilterSwitch
          label={words.changed}
          icon={FilePen}
          on={filter.changed}
          onChange={(on) => onFilter({ changed: on })}
        />
      )}
      {others?.children}
    </FilterRow>
  );
}

/** The field, and a menu with the rest. */
export function FilterLine(props: FilterLineProps) {
  const { filter, onFilter, tools } = props;
  const count = filter.tools.length + filter.outcomes.length + (filter.changed ? 1 : 0);
  const toggled = <T,>(list: readonly T[], value: T): T[] =>
    list.includes(value) ? list.filter((each) => each !== value) : [...list, value];
  return (
    <FilterRow
      {...textFilter(props)}
      isFiltered={hasActiveFilter(filter)}
      left={null}
      onClear={() => onFilter(noFilter)}
      isOneLine
      className="min-w-0 flex-1"
    >
      <Menu
        align="end"
        trigger={
          <FilterChip on={count > 0} name={words.filtersName(count)} icon={ListFilter}>
            {words.filters(count)}
          </FilterChip>
        }
      >
        <MenuHeading>{words.outcomes}</MenuHeading>
        {outcomes.map((value) => (
          <MenuChoice
            key={value}
            label={strings.calls.states[value]}
            chosen={filter.outcomes.includes(value)}
            keepsOpen
            onSelect={() => onFilter({ outcomes: toggled(filter.outcomes, value) })}
          />
        ))}
        <MenuSeparator />
        <MenuChoice
          label={words.changed}
          chosen={filter.changed}
          keepsOpen
          onSelect={() => onFilter({ changed: !filter.changed })}
        />
        <MenuSeparator />
        <MenuHeading>{words.tools}</MenuHeading>
        {tools.map(({ name, count: calls }) => (
          <MenuChoice
            key={name}
            label={visibleText(shortToolName(name))}
            hint={words.calls(calls)}
            chosen={filter.tools.includes(name)}
            keepsOpen
            onSelect={() => onFilter({ tools: toggled(filter.tools, name) })}
          />
        ))}
      </Menu>
    </FilterRow>
  );
}

/** The part of the row that both have. */
function textFilter({ filter, onFilter, field, onLeave }: FilterLineProps) {
  const onText = (text: string): void => onFilter({ text });
  return { label: words.filter, hint: words.filterHint, text: filter.text, onText, field, onLeave };
}
