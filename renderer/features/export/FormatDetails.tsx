// The contents and omissions of a format, its options and, for a web page, a preview.

import { useId } from 'react';
import { type PagePart, pageParts } from '../../../shared/features/export/methods.ts';
import { formatBytes } from '../../core/format/amounts.ts';
import type { AnyForm, ExportChoices } from './saveExport.ts';
import type { Preview } from './usePreview.ts';
import { exportWords } from './words.ts';

const words = exportWords;

interface FormatDetailsProps {
  to: AnyForm;
  choices: ExportChoices;
  preview: Preview | null;
  onChoices: (choices: ExportChoices) => void;
}

export function FormatDetails({ to, choices, preview, onChoices }: FormatDetailsProps) {
  const { holds, lost } = words.forms[to];
  const leave = (part: PagePart, isIn: boolean): void => {
    const others = choices.without.filter((other) => other !== part);
    onChoices({ ...choices, without: isIn ? others : [...others, part] });
  };
  return (
    <div className="grid content-start gap-4">
      <dl className="grid gap-2 text-ui">
        <div>
          <dt className="text-ink-3 text-small">{words.holds}</dt>
          <dd>{holds}</dd>
        </div>
        <div>
          <dt className="text-ink-3 text-small">{words.lost}</dt>
          <dd>{lost}</dd>
        </div>
      </dl>
      {to === 'html' && (
        <fieldset className="grid gap-1.5">
          <legend className="mb-1 font-strong text-ui">{words.include.title}</legend>
          {[...pageParts].reverse().map((part) => (
            <Check
              key={part}
              label={words.include[part]}
              checked={!choices.without.includes(part)}
              onChange={(isIn) => leave(part, isIn)}
            />
          ))}
        </fieldset>
      )}
      {to === 'otlp' && (
        <Check
          label={words.content}
          hint={words.contentHint}
          checked={choices.content}
          onChange={(content) => onChoices({ ...choices, content })}
        />
      )}
      {preview && <PreviewFacts preview={preview} without={choices.without} />}
    </div>
  );
}

interface CheckProps {
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function Check({ label, hint, checked, onChange }: CheckProps) {
  const id = useId();
  return (
    <label htmlFor={id} className="flex items-start gap-2.5 text-ui">
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-accent"
        checked={checked}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="min-w-0 flex-1">
        <span className="block">{label}</span>
        {hint && (
          <span id={`${id}-hint`} className="block text-ink-3 text-small">
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}

function PreviewFacts({ preview, without }: { preview: Preview; without: readonly PagePart[] }) {
  const { preview: labels } = words;
  return (
    <section aria-label={labels.title} aria-live="polite" className="min-h-20 rounded-l bg-soft px-3 py-2.5 text-ui">
      <h3 className="mb-1 text-ink-3 text-small">{labels.title}</h3>
      {preview.state === 'busy' && <p className="text-ink-3">{labels.busy}</p>}
      {preview.state === 'failed' && <p className="wrap-anywhere text-fail">{preview.message}</p>}
      {preview.state === 'there' && (
        <>
          <p className="tabular">{factsOf(preview, without).join(' · ')}</p>
          <p className="mt-1 text-ink-2">{labels.hidden(preview.made.contents.hidden)}</p>
        </>
      )}
    </section>
  );
}

function factsOf({ made }: Preview & { state: 'there' }, without: readonly PagePart[]): string[] {
  const counted = ['messages', 'calls', 'results', 'pictures', 'agents'] as const;
  const facts = counted.flatMap((kind) => {
    const isIn = kind === 'messages' || made.contents[kind] > 0;
    return isIn && !(kind === 'results' && without.includes(kind)) ? [words.preview[kind](made.contents[kind])] : [];
  });
  return [...facts, formatBytes(made.bytes)];
}
