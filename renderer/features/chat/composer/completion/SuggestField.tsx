// A prompt field with suggested values below it. Arrows select, Enter accepts; without a selection, Enter belongs to
// the form.

import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { SlashArgument } from '../../../../../shared/features/slash/slash.ts';
import { useActions, useConversationView } from '../../../../core/state/context.tsx';
import { strings } from '../../../../core/strings.ts';
import { classes } from '../../../../ui/classes.ts';
import { TextInput } from '../../../../ui/Field.tsx';
import { isComposing } from '../../../../ui/isComposing.ts';
import { visibleText } from '../../../../ui/visibleText.ts';
import { customizationWords } from '../../../customizations/words.ts';

const words = customizationWords;

interface Asked {
  name: string;
  projectId: string | null;
  given: Readonly<Record<string, string>>;
}

interface SuggestFieldProps {
  argument: SlashArgument;
  /** Source of values; null: none. */
  ask: Asked | null;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

export function SuggestField({ argument, ask, value, error, onChange }: SuggestFieldProps) {
  const { name, description, required, choices, default: usual } = argument;
  const id = useId();
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const suggested = useSuggestions(argument.name, ask, value, open);
  const all = choices ? choices.filter((choice) => choice.toLowerCase().includes(value.toLowerCase())) : suggested;
  const options = open && !(all.length === 1 && all[0] === value) ? all : none;
  const at = Math.min(chosen, options.length - 1);
  const described = [description ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');

  const take = (option: string): void => {
    onChange(option);
    setOpen(false);
    setChosen(-1);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event) || event.altKey || event.ctrlKey || event.metaKey) return;
    const option = options[at];
    // Then moves to the next field.
    if (event.key === 'Tab' && option !== undefined) take(option);
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const by = event.key === 'ArrowDown' ? 1 : -1;
      setOpen(true);
      if (options.length > 0) setChosen((at + by + options.length + (at < 0 && by < 0 ? 1 : 0)) % options.length);
    } else if (event.key === 'Enter' && option !== undefined) take(option);
    else if (event.key === 'Escape' && options.length > 0) setOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className="min-w-0">
      <label htmlFor={id} className="wrap-anywhere mb-1 block font-strong text-ui">
        {visibleText(name)}
        {!required && <span className="ml-1.5 font-normal text-ink-3 text-small">{words.optional}</span>}
      </label>
      <TextInput
        id={id}
        name={name}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={options.length > 0 ? `${id}-list` : undefined}
        aria-activedescendant={options[at] === undefined ? undefined : `${id}-${at}`}
        aria-required={required}
        aria-invalid={Boolean(error)}
        aria-describedby={described || undefined}
        placeholder={usual}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
          setOpen(true);
          setChosen(choices && event.target.value !== '' ? 0 : -1);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      {options.length > 0 && (
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={visibleText(name)}
          className="mt-1 max-h-36 overflow-y-auto rounded-m border border-line p-1"
        >
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles keys
            <div
              key={option}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              ref={index === at ? intoView : null}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(option)}
              className={classes(
                'cursor-default truncate rounded-s px-2 py-1 text-ui hover:bg-hover',
                index === at && 'bg-hover',
              )}
            >
              {visibleText(option)}
            </div>
          ))}
        </div>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-fail text-small">
          {error}
        </p>
      )}
      {description && (
        <p id={`${id}-hint`} className="wrap-anywhere mt-1 text-ink-3 text-small">
          {visibleText(description)}
        </p>
      )}
      <span className="sr-only" role="status">
        {options.length > 0 ? strings.files.found(options.length) : ''}
      </span>
    </div>
  );
}

const none: readonly string[] = [];

function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

/** One request at a time: the latest input is requested next, and intermediate input is skipped. */
function useSuggestions(argument: string, ask: Asked | null, text: string, open: boolean): readonly string[] {
  const { call } = useActions();
  const conversationId = useConversationView((view) => view.id);
  const [values, setValues] = useState<readonly string[]>(none);
  const latest = useRef({ ask, text });
  latest.current = { ask, text };
  const wakes = useRef<(() => void) | null>(null);
  const asks = ask !== null && open;
  useEffect(() => {
    if (!asks) return;
    const controller = new AbortController();
    const { signal } = controller;
    void (async () => {
      while (!signal.aborted) {
        const { ask: now, text: query } = latest.current;
        if (!now) return;
        const { [argument]: _own, ...given } = now.given;
        const { name, projectId } = now;
        const answer = await call(
          'slash.complete',
          { name, projectId, conversationId, argument, text: query, given },
          signal,
        );
        if (signal.aborted) return;
        if (latest.current.text !== query) continue;
        setValues(answer.ok ? answer.value.values : none);
        await new Promise<void>((resolve) => {
          wakes.current = resolve;
        });
      }
    })();
    return () => controller.abort();
  }, [asks, argument, conversationId, call]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text needs a new request
  useEffect(() => wakes.current?.(), [text]);
  return ask ? values : none;
}
