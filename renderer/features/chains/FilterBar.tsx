// What calls are filtered by: words, tools, outcomes, whether files were changed.

import { FilePen, ListFilter, Search, X } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { outcomes } from '../../../shared/conversation/message.ts';
import { shortToolName } from '../../../shared/toolInfo.ts';
import { type ChainFilter, isFiltered, noFilter } from '../../core/state/search/chainFilter.ts';
import { strings } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { TextInput } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { isComposing } from '../../ui/isComposing.ts';
import { Menu, MenuChoice, MenuLine } from '../../ui/Menu.tsx';
import { visibleText } from '../../ui/visibleText.ts';

const words = strings.chains;

export interface FilterBarProps {
  filter: ChainFilter;
  onFilter: (change: Partial<ChainFilter>) => void;
  tools: readonly { name: string; count: number }[];
  field: Ref<HTMLInputElement>;
  /** Escape in the field, or the down arrow. */
  onLeave: () => void;
  children?: ReactNode;
}

export function FilterBar({ filter, onFilter, tools, field, onLeave, children }: FilterBarProps) {
  const onlyFailed = filter.outcomes.length === 1 && filter.outcomes[0] === 'error';
  const chosenTools =
    filter.tools.length === 0
      ? null
      : filter.tools.length === 1
        ? toolName(filter.tools[0] ?? '')
        : words.toolCount(filter.tools.length);
  return (
    <search className="flex flex-wrap items-center gap-1.5" aria-label={words.filter}>
      <span className="relative min-w-36 flex-1 basis-full narrow:basis-auto">
        <Search
          className="-translate-y-1/2 absolute top-1/2 left-2 size-3.5 text-ink-3"
          strokeWidth={1.75}
          aria-hidden
        />
        <TextInput
          ref={field}
          type="search"
          aria-label={words.filter}
          placeholder={words.filterHint}
          className="h-7 pl-7"
          value={filter.text}
          onChange={(event) => onFilter({ text: event.target.value })}
          onKeyDown={(event) => {
            if (isComposing(event)) return;
            if (event.key === 'Escape' && filter.text !== '') onFilter({ text: '' });
            else if (event.key === 'Escape' || event.key === 'ArrowDown' || event.key === 'Enter') onLeave();
            else return;
            event.preventDefault();
            event.stopPropagation();
          }}
        />
      </span>
      <Menu
        trigger={
          <Chip on={filter.tools.length > 0} label={words.tools} value={chosenTools ?? words.allTools}>
            {chosenTools ?? words.tools}
          </Chip>
        }
      >
        <MenuChoice
          label={words.allTools}
          chosen={filter.tools.length === 0}
          onSelect={() => onFilter({ tools: [] })}
        />
        <MenuLine />
        {tools.map(({ name, count }) => (
          <MenuChoice
            key={name}
            label={toolName(name)}
            hint={words.calls(count)}
            chosen={filter.tools.includes(name)}
            onSelect={() => onFilter({ tools: toggled(filter.tools, name) })}
          />
        ))}
      </Menu>
      <Menu
        trigger={
          <Chip
            on={filter.outcomes.length > 0 && !onlyFailed}
            label={words.outcomes}
            value={
              strings.sentences.list(filter.outcomes.map((outcome) => strings.calls.states[outcome])) ||
              words.allOutcomes
            }
          >
            {filter.outcomes.length === 0 || onlyFailed ? words.outcomes : words.outcomeCount(filter.outcomes.length)}
          </Chip>
        }
      >
        <MenuChoice
          label={words.allOutcomes}
          chosen={filter.outcomes.length === 0}
          onSelect={() => onFilter({ outcomes: [] })}
        />
        <MenuLine />
        {outcomes.map((outcome) => (
          <MenuChoice
            key={outcome}
            label={strings.calls.states[outcome]}
            chosen={filter.outcomes.includes(outcome)}
            onSelect={() => onFilter({ outcomes: toggled(filter.outcomes, outcome) })}
          />
        ))}
      </Menu>
      <Chip
        on={onlyFailed}
        label={words.onlyFailed}
        pressed
        onClick={() => onFilter({ outcomes: onlyFailed ? [] : ['error'] })}
      >
        {words.onlyFailed}
      </Chip>
      <Chip on={filter.changed} label={words.changed} pressed onClick={() => onFilter({ changed: !filter.changed })}>
        <FilePen className="size-3.5" strokeWidth={1.75} aria-hidden />
        {words.changed}
      </Chip>
      {children}
      {isFiltered(filter) && (
        <IconButton icon={X} label={words.clearFilter} size="small" onClick={() => onFilter(noFilter)} />
      )}
    </search>
  );
}

/** `pressed`: a switch by itself; else it opens a menu, and `value` is what is chosen there. */
export function Chip({
  on,
  label,
  value,
  pressed = false,
  children,
  ...rest
}: {
  on: boolean;
  label: string;
  value?: string;
  pressed?: boolean;
  children: ReactNode;
} & React.ComponentProps<'button'>) {
  return (
    <button
      type="button"
      aria-pressed={pressed ? on : undefined}
      aria-label={value === undefined ? label : words.chip(label, value)}
      {...rest}
      className={classes(
        'flex h-7 max-w-44 shrink-0 items-center gap-1 rounded-m border px-2 text-small transition-colors duration-120',
        on ? 'border-accent bg-accent-soft text-ink' : 'border-line text-ink-2 hover:bg-hover',
      )}
    >
      {!pressed && <ListFilter className="size-3.5 shrink-0" strokeWidth={1.75} aria-hidden />}
      <span className="flex min-w-0 items-center gap-1 truncate">{children}</span>
    </button>
  );
}

function toolName(name: string): string {
  return visibleText(shortToolName(name));
}

function toggled<T>(list: readonly T[], item: T): T[] {
  return list.includes(item) ? list.filter((each) => each !== item) : [...list, item];
}
