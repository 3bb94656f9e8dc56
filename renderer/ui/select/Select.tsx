// Chooses one of several values, like the system's own select: a button that shows the value and opens a list. Keys and type-ahead
// follow https://www.w3.org/WAI/ARIA/apg/patterns/combobox/examples/combobox-select-only/.

import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { classes } from '../classes.ts';
import { inputClasses, labelIdOf } from '../Field.tsx';
import { isComposing, ownEscapeMark } from '../isComposing.ts';
import { visibleText } from '../visibleText.ts';
import { findTyped, type ListOption, moveByKey } from './listKeys.ts';
import { OptionList } from './OptionList.tsx';

interface SelectProps<T extends string> {
  id?: string;
  /** Accessible name, if no label element names the field. */
  'aria-label'?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean;
  'aria-required'?: boolean;
  disabled?: boolean;
  autoFocus?: boolean;
  className?: string | undefined;
  value: T;
  options: readonly ListOption<T>[];
  onChange: (value: T) => void;
}

/** Characters typed within this time of each other search together. */
const typingMs = 600;

export function Select<T extends string>(props: SelectProps<T>) {
  const { value, options, onChange, className, id: givenId, ...aria } = props;
  const ownId = useId();
  const id = givenId ?? ownId;
  const listId = `${id}-list`;
  const button = useRef<HTMLButtonElement>(null);
  const [active, setActive] = useState<number | null>(null);
  const search = useRef({ text: '', at: 0 });
  const isOpen = active !== null;
  const current = options.findIndex((option) => option.value === value);

  const close = (): void => setActive(null);
  const open = (at = current): void => {
    if (options.length > 0) setActive(at);
  };
  const pick = (index: number): void => {
    close();
    const option = options[index];
    if (option && !option.disabled && option.value !== value) onChange(option.value);
  };

  /** Whether the character belongs to a search. */
  const type = (character: string): boolean => {
    const now = performance.now();
    const isGoingOn = now - search.current.at < typingMs && search.current.text !== '';
    if (character === ' ' && !isGoingOn) return false;
    const text = isGoingOn ? search.current.text + character : character;
    search.current = { text, at: now };
    const match = findTyped(text, active ?? current, options);
    if (match >= 0) setActive(match);
    else if (!isOpen) open();
    return true;
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event;
    if (isComposing(event) || event.ctrlKey || event.metaKey) return;
    const isCharacter = [...key].length === 1 && !event.altKey;
    if (isCharacter && type(key)) {
      // Handled.
    } else if (!isOpen) {
      const opensAt = key === 'Home' || key === 'End' ? moveByKey(key, -1, options) : current;
      if (!['ArrowDown', 'ArrowUp', 'Enter', ' ', 'Home', 'End'].includes(key)) return;
      open(opensAt ?? current);
    } else if (key === 'Tab') {
      // Moves on, as from a text field.
      pick(active);
      return;
    } else if (key === 'Escape') close();
    else if (key === 'Enter' || key === ' ' || (key === 'ArrowUp' && event.altKey)) pick(active);
    else {
      const next = moveByKey(key, active, options);
      if (next === null) return;
      setActive(next);
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        role="combobox"
        id={id}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && active >= 0 ? `${listId}-${active}` : undefined}
        {...aria}
        {...(isOpen ? { [ownEscapeMark]: '' } : {})}
        onClick={() => {
          // Safari does not focus a pressed button.
          button.current?.focus();
          if (isOpen) close();
          else open();
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
        className={classes(inputClasses, 'flex h-8 items-center gap-1.5 text-left', className)}
      >
        <span className="min-w-0 flex-1 truncate">{visibleText(options[current]?.label ?? value)}</span>
        <ChevronDown className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
      </button>
      {isOpen && (
        <OptionList
          id={listId}
          label={aria['aria-label']}
          labelledBy={aria['aria-label'] === undefined ? labelIdOf(id) : undefined}
          field={button}
          options={options}
          active={active}
          value={value}
          onActive={setActive}
          onPick={pick}
          onClose={close}
        />
      )}
    </>
  );
}
