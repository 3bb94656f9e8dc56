// A text field that offers values: any text is allowed. Typing filters the list; the arrow at the end opens all of it. Enter
// without a highlighted value belongs to the form.

import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react';
import { classes } from '../classes.ts';
import { labelIdOf, TextInput } from '../Field.tsx';
import { isComposing, ownEscapeMark } from '../isComposing.ts';
import { filterOptions, type ListOption, moveByKey } from './listKeys.ts';
import { OptionList } from './OptionList.tsx';

interface ComboInputProps extends Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange' | 'list' | 'ref'> {
  value: string;
  options: readonly ListOption[];
  onChange: (value: string) => void;
  /** A value of the list was chosen; called after `onChange`. */
  onPick?: ((value: string) => void) | undefined;
}

export function ComboInput({ value, options, onChange, onPick, ...rest }: ComboInputProps) {
  const ownId = useId();
  const id = rest.id ?? ownId;
  const listId = `${id}-list`;
  const field = useRef<HTMLInputElement>(null);
  /** `all`: opened without typing, so the text does not filter. */
  const [view, setView] = useState<'closed' | 'all' | 'matches'>('closed');
  const [activeIndex, setActive] = useState(-1);
  const matches = view === 'closed' ? none : view === 'all' ? options : filterOptions(value, options);
  // Nothing to offer beyond what is typed.
  const isOpen = matches.length > 0 && !(view === 'matches' && matches.length === 1 && matches[0]?.value === value);
  const active = isOpen ? Math.min(activeIndex, matches.length - 1) : -1;

  const close = (): void => {
    setView('closed');
    setActive(-1);
  };
  const openAll = (): void => {
    setView('all');
    setActive(options.findIndex((option) => option.value === value));
  };
  const pick = (index: number): void => {
    const option = matches[index];
    close();
    if (!option || option.disabled) return;
    onChange(option.value);
    onPick?.(option.value);
  };

  /** Whether the list used the key. */
  const handle = (event: KeyboardEvent): boolean => {
    const { key } = event;
    if (isComposing(event) || event.ctrlKey || event.metaKey) return false;
    if (!isOpen) {
      if ((key !== 'ArrowDown' && key !== 'ArrowUp') || options.length === 0) return false;
      openAll();
      return true;
    }
    if (key === 'Escape') close();
    else if (key === 'Enter' && active >= 0) pick(active);
    else if (key === 'Home' || key === 'End') return false;
    else {
      const next = moveByKey(key, active, matches);
      if (next === null) return false;
      setActive(next);
    }
    return true;
  };

  return (
    <div className="relative">
      <TextInput
        autoComplete="off"
        {...rest}
        ref={field}
        id={id}
        role="combobox"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
        {...(isOpen ? { [ownEscapeMark]: '' } : {})}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
          setView('matches');
          setActive(-1);
        }}
        onKeyDown={(event) => {
          if (handle(event)) {
            event.preventDefault();
            event.stopPropagation();
          } else rest.onKeyDown?.(event);
        }}
        onBlur={(event) => {
          close();
          rest.onBlur?.(event);
        }}
        className={classes(options.length > 0 && 'pr-8', rest.className)}
      />
      {options.length > 0 && (
        // The arrow keys do the same, so assistive technology needs no second control.
        <button
          type="button"
          tabIndex={-1}
          aria-hidden
          disabled={rest.disabled}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            field.current?.focus();
            if (isOpen) close();
            else openAll();
          }}
          className="absolute inset-y-0 right-0 flex w-8 items-center justify-center rounded-m text-ink-3 hover:text-ink"
        >
          <ChevronDown className="size-4" strokeWidth={1.75} aria-hidden />
        </button>
      )}
      {isOpen && (
        <OptionList
          id={listId}
          label={rest['aria-label']}
          labelledBy={rest['aria-label'] === undefined ? labelIdOf(id) : undefined}
          field={field}
          options={matches}
          active={active}
          value={value}
          onActive={setActive}
          onPick={pick}
          onClose={close}
        />
      )}
    </div>
  );
}

const none: readonly ListOption[] = [];
