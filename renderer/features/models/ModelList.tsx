// Contents of the model menu: type to filter, arrows to move, Enter to choose. The focus stays in the field.

import { Check } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { AgentInfo } from '../../../shared/features/externalAgents/externalAgent.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useApp } from '../../core/state/context.tsx';
import { useFetchedList } from '../../core/state/useFetchedList.ts';
import { strings } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { TextInput } from '../../ui/Field.tsx';
import { isComposing } from '../../ui/isComposing.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { agentWords } from '../externalAgents/words.ts';
import { type ModelRow, modelRows } from './modelRows.ts';
import { useModels } from './useModels.ts';

const words = lateStrings.modelMenu.list;

interface ModelListProps {
  current: ModelRef | null;
  takesFocus: boolean;
  onChoose: (model: ModelRef) => void;
  /** Below the list. */
  children: ReactNode;
}

const rowClasses = 'flex w-full items-center gap-2 rounded-s px-2 py-1.5 text-left text-ui';

export function ModelList({ current, takesFocus, onChoose, children }: ModelListProps) {
  const providers = useApp((snapshot) => snapshot.providers);
  const lists = useModels(providers);
  const [filter, setFilter] = useState('');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const { value: agentList } = useFetchedList('agents');
  const { agents, groups, typed, all, first } = modelRows(providers, lists, filter, current, agentList ?? undefined);
  const chosen = all.find(({ id }) => id === chosenId) ?? first;
  // Enter was pressed before the servers' lists arrived: choose the first match when it does.
  const [entered, setEntered] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per pending match
  useEffect(() => {
    if (entered && chosen) onChoose(chosen.ref);
  }, [entered, chosen?.id]);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: keeps the selected row in view, also when agents arrive above it
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen?.id, agents.length]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    const move = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (move !== 0 && !event.altKey && all.length > 0) {
      event.preventDefault();
      const at = all.findIndex(({ id }) => id === chosen?.id);
      const next = at === -1 ? (move === 1 ? 0 : all.length - 1) : (at + move + all.length) % all.length;
      setEntered(false);
      setChosenId(all[next]?.id ?? null);
    }
    // Ignore the key press that opened the menu.
    if (event.key !== 'Enter' || event.repeat) return;
    event.preventDefault();
    if (chosen) onChoose(chosen.ref);
    else setEntered(true);
  };
  const option = (row: ModelRow, label: string, server?: string) => {
    const facts = row.info ? words.facts(row.info) : row.agent ? agentFacts(row.agent) : '';
    const isCurrent = current?.provider === row.ref.provider && current.model === row.ref.model;
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles keys for the selected row
      <div
        key={row.id}
        id={`${listId}-${row.id}`}
        role="option"
        tabIndex={-1}
        aria-selected={row.id === chosen?.id}
        aria-checked={isCurrent}
        onPointerMove={() => setChosenId(row.id)}
        onClick={() => onChoose(row.ref)}
        className={classes(rowClasses, row.id === chosen?.id && 'bg-hover')}
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate">{label}</span>
          {facts !== '' && <span className="tabular block truncate text-ink-3 text-small">{facts}</span>}
        </span>
        {server !== undefined && <span className="max-w-32 shrink-0 truncate text-ink-3 text-small">{server}</span>}
        {isCurrent && <Check className="size-4 shrink-0 text-accent" aria-hidden />}
      </div>
    );
  };
  const agentGroup = agents.length > 0 && (
    // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox
    <div role="group" aria-label={agentWords.group} className="pb-1">
      <p role="presentation" className="px-2 pt-1.5 pb-1 text-ink-3 text-small">
        {agentWords.group}
      </p>
      {agents.map((row) => option(row, visibleText(row.agent?.name ?? '')))}
    </div>
  );
  return (
    <>
      <div className="border-line border-b p-1.5">
        <TextInput
          autoFocus={takesFocus}
          role="combobox"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={chosen ? `${listId}-${chosen.id}` : undefined}
          aria-label={words.filter}
          placeholder={words.filter}
          spellCheck={false}
          autoComplete="off"
          value={filter}
          onChange={(event) => {
            setFilter(event.target.value);
            setChosenId(null);
            setEntered(false);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={strings.chat.model}
        className="max-h-90 min-h-0 overflow-y-auto p-1"
      >
        {filter.trim() === '' && agentGroup}
        {groups.map(({ provider, rows, loading, error }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox
          <div key={provider.id} role="group" aria-label={words.of(provider.name)} className="pb-1">
            <p role="presentation" className="px-2 pt-1.5 pb-1 text-ink-3 text-small">
              {provider.origin === 'demo' ? strings.chat.demoBadge : provider.name}
            </p>
            {loading && (
              <p role="presentation" className="px-2 pb-1 text-ink-3 text-ui">
                {words.loading}
              </p>
            )}
            {error !== null && (
              <p role="presentation" className="wrap-anywhere px-2 pb-1 text-fail text-small">
                {error}
              </p>
            )}
            {rows.map((row) => option(row, row.ref.model))}
          </div>
        ))}
        {filter.trim() !== '' && agentGroup}
        {typed.map(({ provider, row }) => option(row, words.use(row.ref.model), provider.name))}
      </div>
      {all.length === 0 && groups.length === 0 && (
        <p role="status" className="px-3 pb-2 text-ink-3 text-ui">
          {words.notFound}
        </p>
      )}
      {children}
    </>
  );
}

/** Its status if it cannot be used yet; else its version. */
function agentFacts({ status, version }: AgentInfo): string {
  if (status === 'idle' || status === 'ready') return version === undefined ? '' : visibleText(version);
  return agentWords.states[status];
}
