// Form field for the tools and MCP servers of a preset: all, or the checked ones. Lists unknown names too, since they may exist
// on another machine.

import { useId } from 'react';
import { useFetchedList } from '../../core/state/useFetchedList.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { useMcp } from '../mcp/mcpStore.ts';
import { presetWords } from './words.ts';

const words = presetWords.form;

interface NamesFieldProps {
  /** Null: all. */
  chosen: string[] | null;
  onChange: (chosen: string[] | null) => void;
}

export function ToolsField({ chosen, onChange }: NamesFieldProps) {
  const { value } = useFetchedList('tools');
  const knownNames = (value ?? []).filter(({ server }) => server === undefined).map(({ name }) => name);
  return (
    <NamesField
      title={words.tools}
      hint={words.toolsHint}
      all={words.toolsAll}
      knownNames={knownNames}
      chosen={chosen}
      onChange={onChange}
    />
  );
}

export function ServersField({ chosen, onChange }: NamesFieldProps) {
  const servers = useMcp((now) => now.servers);
  const knownNames = [...new Set((servers ?? []).map(({ name }) => name))];
  if (knownNames.length === 0 && chosen === null) return null;
  return (
    <NamesField
      title={words.servers}
      all={words.serversAll}
      knownNames={knownNames}
      chosen={chosen}
      onChange={onChange}
    />
  );
}

interface ListProps extends NamesFieldProps {
  title: string;
  hint?: string;
  all: string;
  knownNames: readonly string[];
}

function NamesField({ title, hint, all, knownNames, chosen, onChange }: ListProps) {
  const id = useId();
  const names = [...new Set([...knownNames, ...(chosen ?? [])])];
  const radio = (label: string, isOn: boolean, next: string[] | null) => (
    <label className="flex items-center gap-2.5">
      <input
        type="radio"
        name={id}
        checked={isOn}
        onChange={() => onChange(next)}
        className="size-4 shrink-0 accent-accent"
      />
      {label}
    </label>
  );
  return (
    <fieldset className="min-w-0 text-ui" aria-describedby={hint ? `${id}-hint` : undefined}>
      <legend className="mb-1.5 font-strong">{title}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {radio(all, chosen === null, null)}
        {radio(words.toolsSome, chosen !== null, chosen ?? [...knownNames])}
      </div>
      {chosen !== null && (
        <div className="mt-2 grid grid-cols-1 gap-x-4 gap-y-1 rounded-l border border-line px-3 py-2 narrow:grid-cols-2">
          {names.map((name) => (
            <label key={name} className="flex min-w-0 items-center gap-2.5">
              <input
                type="checkbox"
                checked={chosen.includes(name)}
                onChange={(event) =>
                  onChange(event.target.checked ? [...chosen, name] : chosen.filter((other) => other !== name))
                }
                className="size-4 shrink-0 accent-accent"
              />
              <span className="truncate font-mono text-code">
                <VisibleText text={knownNames.includes(name) ? name : words.toolMissing(name)} />
              </span>
            </label>
          ))}
          {names.length === 0 && <p className="text-ink-3">{words.serversNone}</p>}
        </div>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-ink-3 text-small">
          {hint}
        </p>
      )}
    </fieldset>
  );
}
