// Filter bar of a list: text field, menus and switches, result count, and a reset button. Consistent keyboard
// behavior: Escape clears and then leaves the field, arrow down and Enter move to the list.

import { ListFilter, type LucideIcon, Search, X } from 'lucide-react';
import { type ReactNode, type Ref, useRef } from 'react';
import { strings } from '../core/strings.ts';
import { classes } from './classes.ts';
import { TextInput } from './Field.tsx';
import { IconButton } from './IconButton.tsx';
import { isComposing } from './isComposing.ts';
import { Menu, MenuChoice, MenuSeparator } from './Menu.tsx';

const words = strings.ui.filter;

export interface FilterRowProps {
  label: string;
  /** Placeholder; default: the label. */
  hint?: string;
  /** Absent: no field. */
  text?: string;
  onText?: (text: string) => void;
  field?: Ref<HTMLInputElement>;
  /** Moves to the list: Escape in an empty field, arrow down, Enter. */
  onLeave?: () => void;
  isFiltered: boolean;
  /** Visible and total count; null: shown elsewhere, or unknown. */
  left: { shown: number; of: number } | string | null;
  onClear: () => void;
  /** Never wraps; the field takes the space that is left. */
  isOneLine?: boolean;
  className?: string;
  children?: ReactNode;
}

export function FilterRow(props: FilterRowProps) {
  const {
    label,
    hint = label,
    text,
    onText,
    onLeave,
    isFiltered,
    left,
    onClear,
    isOneLine = false,
    className,
    children,
  } = props;
  const row = useRef<HTMLElement>(null);
  const countText = typeof left === 'string' ? left : left ? words.left(left.shown, left.of) : '';
  const clear = (): void => {
    onClear();
    // The button disappears, so move the focus within the bar.
    row.current?.querySelector<HTMLElement>('input, button')?.focus();
  };
  return (
    <search
      ref={row}
      className={classes('flex items-center gap-1.5', !isOneLine && 'flex-wrap', className)}
      aria-label={label}
    >
      {text !== undefined && (
        <span className={classes('relative flex-1', isOneLine ? 'min-w-0' : 'min-w-36 basis-full narrow:basis-auto')}>
          <Search
            className="-translate-y-1/2 absolute top-1/2 left-2 size-3.5 text-ink-3"
            strokeWidth={1.75}
            aria-hidden
          />
          <TextInput
            ref={props.field}
            type="search"
            aria-label={label}
            placeholder={hint}
            className="h-7 pl-7"
            value={text}
            onChange={(event) => onText?.(event.target.value)}
            onKeyDown={(event) => {
              if (isComposing(event)) return;
              if (event.key === 'Escape' && text !== '') onText?.('');
              else if (onLeave && ['Escape', 'ArrowDown', 'Enter'].includes(event.key)) onLeave();
              else return;
              event.preventDefault();
              event.stopPropagation();
            }}
          />
        </span>
      )}
      {children}
      <span className="tabular empty:hidden px-0.5 text-ink-3 text-small" role="status">
        {isFiltered ? countText : ''}
      </span>
      {isFiltered && <IconButton icon={X} label={words.clear} size="small" onClick={clear} />}
    </search>
  );
}

interface FilterOption<T> {
  value: T;
  label: string;
  hint?: string | undefined;
}

interface FilterMenuProps<T> {
  label: string;
  /** Label for no selection. */
  all: string;
  options: readonly FilterOption<T>[];
  chosen: readonly T[];
  /** Allows several choices; otherwise selecting one closes the menu. */
  several?: boolean;
  onChange: (chosen: T[]) => void;
}

export function FilterMenu<T>({ label, all, options, chosen, several = false, onChange }: FilterMenuProps<T>) {
  const on = options.filter(({ value }) => chosen.includes(value));
  const one = on[0]?.label ?? all;
  const names = strings.sentences.list(on.map((option) => option.label)) || all;
  const toggled = (value: T): T[] => {
    if (!several) return [value];
    return chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value];
  };
  return (
    <Menu
      trigger={
        <FilterChip on={chosen.length > 0} name={words.chip(label, names)} icon={ListFilter}>
          {chosen.length === 0 ? label : chosen.length === 1 ? one : words.several(label, chosen.length)}
        </FilterChip>
      }
    >
      <MenuChoice label={all} chosen={chosen.length === 0} onSelect={() => onChange([])} />
      <MenuSeparator />
      {options.map(({ value, label: option, hint }) => (
        <MenuChoice
          key={String(value)}
          label={option}
          hint={hint}
          chosen={chosen.includes(value)}
          onSelect={() => onChange(toggled(value))}
        />
      ))}
    </Menu>
  );
}

interface FilterSwitchProps {
  label: string;
  icon?: LucideIcon;
  on: boolean;
  onChange: (on: boolean) => void;
}

export function FilterSwitch({ label, icon, on, onChange }: FilterSwitchProps) {
  return (
    <FilterChip on={on} name={label} icon={icon} aria-pressed={on} onClick={() => onChange(!on)}>
      {label}
    </FilterChip>
  );
}

interface ChipProps extends React.ComponentProps<'button'> {
  on: boolean;
  name: string;
  icon?: LucideIcon | undefined;
}

export function FilterChip({ on, name, icon: Icon, children, ...rest }: ChipProps) {
  return (
    <button
      type="button"
      aria-label={name}
      {...rest}
      className={classes(
        'flex h-7 max-w-44 shrink-0 items-center gap-1 rounded-m border px-2 text-small transition-colors duration-120',
        on ? 'border-accent bg-accent-soft text-ink' : 'border-line text-ink-2 hover:bg-hover',
      )}
    >
      {Icon && <Icon className="size-3.5 shrink-0" strokeWidth={1.75} aria-hidden />}
      <span className="min-w-0 truncate">{children}</span>
    </button>
  );
}
