// Form field for examples: pairs of a message and the expected reply.

import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { presetBounds } from '../../../shared/features/presets/preset.ts';
import { Button } from '../../ui/Button.tsx';
import { TextAreaField } from '../../ui/FormFields.tsx';
import { focusAfter } from '../../ui/focus.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import type { DraftErrors, PresetDraft } from './presetDraft.ts';
import { presetWords } from './words.ts';

const words = presetWords.form;

interface ExamplesFieldProps {
  draft: PresetDraft;
  errors: DraftErrors;
  onChange: (change: Partial<PresetDraft>) => void;
  /** Called when an example loses focus. */
  onLeave: (name: `example-${number}`) => void;
}

export function ExamplesField({ draft, errors, onChange, onLeave }: ExamplesFieldProps) {
  const { examples } = draft;
  const list = useRef<HTMLDivElement>(null);
  const set = (key: number, change: { user?: string; assistant?: string }): void =>
    onChange({ examples: examples.map((one) => (one.key === key ? { ...one, ...change } : one)) });
  const add = (): void => {
    const key = Math.max(-1, ...examples.map((one) => one.key)) + 1;
    focusAfter(
      () => onChange({ examples: [...examples, { key, user: '', assistant: '' }] }),
      () => list.current?.querySelector<HTMLElement>(`[data-example="${key}"] textarea`),
    );
  };
  const remove = (key: number): void => {
    focusAfter(
      () => onChange({ examples: examples.filter((one) => one.key !== key) }),
      () => list.current?.querySelector<HTMLElement>('[data-add]'),
    );
  };
  return (
    <div ref={list} className="grid grid-cols-1 gap-3">
      <div>
        <h4 className="font-strong text-ui">{words.examples}</h4>
        <p className="text-ink-3 text-small">{words.examplesHint}</p>
      </div>
      {examples.map(({ key, user, assistant }, at) => (
        <fieldset
          key={key}
          data-example={key}
          className="grid min-w-0 grid-cols-1 gap-3 rounded-l border border-line p-3 narrow:grid-cols-2"
          onBlur={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget)) onLeave(`example-${key}`);
          }}
        >
          <legend className="sr-only">{words.example(at + 1)}</legend>
          <div className="flex items-center justify-between narrow:col-span-2">
            <span className="text-ink-2 text-small" aria-hidden>
              {words.example(at + 1)}
            </span>
            <IconButton icon={X} size="small" label={words.removeExample(at + 1)} onClick={() => remove(key)} />
          </div>
          <TextAreaField
            label={words.exampleUser}
            error={errors[`example-${key}`]}
            rows={3}
            className="resize-y"
            value={user}
            onChange={(text) => set(key, { user: text })}
          />
          <TextAreaField
            label={words.exampleAssistant}
            rows={3}
            className="resize-y"
            value={assistant}
            onChange={(text) => set(key, { assistant: text })}
          />
        </fieldset>
      ))}
      {examples.length < presetBounds.examples && (
        <div>
          <Button size="small" data-add onClick={add}>
            <Plus className="size-4" strokeWidth={1.75} aria-hidden />
            {words.addExample}
          </Button>
        </div>
      )}
    </div>
  );
}
