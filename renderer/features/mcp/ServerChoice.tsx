// A server found elsewhere, with its full command and a checkbox to choose it.

import { useId } from 'react';
import { VisibleText } from '../../ui/VisibleText.tsx';

/** Values of a form with such choices. */
export interface Choice {
  chosen: readonly string[];
}

interface ServerChoiceProps {
  /** Accessible name of the checkbox. */
  label: string;
  name: string;
  note?: string | null;
  runs: string;
  /** More of what its approval covers. */
  code?: readonly string[];
  file?: string;
  /** Why it cannot be chosen. */
  problem?: string | null;
  /** Why it was not added. */
  failed?: string | null | undefined;
  isChosen: boolean;
  isFixed: boolean;
  onChoose: (isChosen: boolean) => void;
}

export function ServerChoice(props: ServerChoiceProps) {
  const { label, name, note, runs, code = [], file, problem, failed, isChosen, isFixed, onChoose } = props;
  const id = useId();
  return (
    <li className="flex items-start gap-3 py-2 text-ui" data-mcp-candidate={name}>
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-accent"
        checked={isChosen}
        disabled={isFixed}
        aria-label={label}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <label htmlFor={id} className="min-w-0 flex-1">
        {name !== '' && (
          <span className="wrap-anywhere font-strong">
            <VisibleText text={name} />
          </span>
        )}
        {note && <span className="ml-2 text-ink-3 text-small">{note}</span>}
        {runs !== '' && (
          <span className="wrap-anywhere block font-mono text-code text-ink-2">
            <VisibleText text={runs} />
          </span>
        )}
        {code.map((text) => (
          <span key={text} className="wrap-anywhere block font-mono text-ink-3 text-small">
            <VisibleText text={text} />
          </span>
        ))}
        {file && (
          <span className="wrap-anywhere block text-ink-3 text-small">
            <VisibleText text={file} />
          </span>
        )}
        {problem && (
          <span className="wrap-anywhere block text-small text-wait">
            <VisibleText text={problem} />
          </span>
        )}
        {failed && (
          <span className="wrap-anywhere block text-fail text-small" role="alert">
            {failed}
          </span>
        )}
      </label>
    </li>
  );
}
