// Chooses a provider: local servers found running, well-known ones, or any other. Type to filter, arrows to move, Enter
// to choose. The focus stays in the field.

import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { LocalServer } from '../../../shared/features/models/modelInfo.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { TextInput } from '../../ui/Field.tsx';
import { isComposing } from '../../ui/isComposing.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { type FormStart, type PickerRow, pickerRows } from './pickerRows.ts';
import { useLocalServers } from './useLocalServers.ts';
import { modelWords } from './words.ts';

const words = modelWords.picker;

interface ProviderPickerProps {
  localServers?: readonly LocalServer[] | undefined;
  typed: string;
  onTyped: (typed: string) => void;
  onChoose: (begin: FormStart) => void;
  onCancel: () => void;
}

export function ProviderPicker({ localServers, typed, onTyped, onChoose, onCancel }: ProviderPickerProps) {
  const servers = useLocalServers(localServers);
  const { groups, other } = pickerRows(servers, typed);
  const rows = [...groups.flatMap((group) => group.rows), other];
  const [chosenId, setChosenId] = useState<string | null>(null);
  const chosen = rows.find(({ id }) => id === chosenId) ?? rows[0];
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosenId !== null) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    const move = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (move !== 0 && !event.altKey) {
      event.preventDefault();
      const at = rows.findIndex(({ id }) => id === chosen?.id);
      setChosenId(rows[(at + move + rows.length) % rows.length]?.id ?? null);
    }
    // Ignore the key press that opened the picker.
    if (event.key !== 'Enter' || event.repeat || !chosen) return;
    event.preventDefault();
    onChoose(chosen.begin);
  };

  const option = (row: PickerRow) => (
    <Option
      key={row.id}
      id={`${listId}-${row.id}`}
      row={row}
      isChosen={row.id === chosen?.id}
      onPoint={() => setChosenId(row.id)}
      onChoose={() => onChoose(row.begin)}
    />
  );
  return (
    <section aria-label={words.title}>
      <div className="flex items-center gap-2">
        <TextInput
          autoFocus
          role="combobox"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={chosen ? `${listId}-${chosen.id}` : undefined}
          aria-label={words.find}
          placeholder={words.find}
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            onTyped(event.target.value);
            setChosenId(null);
          }}
          onKeyDown={onKeyDown}
        />
        <Button tone="ghost" onClick={onCancel}>
          {strings.ui.cancel}
        </Button>
      </div>
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={words.title}
        className="mt-2 flex max-h-[min(26rem,55dvh)] flex-col rounded-l border border-line"
      >
        <div role="presentation" className="min-h-0 overflow-y-auto p-1">
          {groups.map(({ name, rows: own }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox
            <div key={name} role="group" aria-label={words.groups[name]} className="pb-1">
              <p role="presentation" className="px-2 pt-1.5 pb-1 text-ink-3 text-small">
                {words.groups[name]}
              </p>
              {own.map(option)}
            </div>
          ))}
        </div>
        {/* Outside the scrolling list, so it is always visible. */}
        <div role="presentation" className="border-line border-t p-1 first:border-t-0">
          {option(other)}
        </div>
      </div>
    </section>
  );
}

interface OptionProps {
  id: string;
  row: PickerRow;
  isChosen: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Option({ id, row: { name, place, server }, isChosen, onPoint, onChoose }: OptionProps) {
  const models = server && (server.needsKey ? words.needsKey : words.models(server.models.length));
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles keys for the selected row
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      onPointerMove={onPoint}
      onClick={onChoose}
      className={classes('flex w-full items-baseline gap-3 rounded-s px-2 py-1.5 text-ui', isChosen && 'bg-hover')}
    >
      <span className="min-w-0 flex-1 truncate">{name === '' ? words.other : <VisibleText text={name} />}</span>
      <span className="tabular max-w-[50%] shrink-0 truncate text-ink-3 text-small">
        {[place, models].filter(Boolean).join(' · ')}
      </span>
    </div>
  );
}
