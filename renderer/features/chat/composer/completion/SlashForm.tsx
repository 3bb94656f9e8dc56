// Fields of a prompt above the message. Enter runs it; Escape returns to the message.

import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { ProjectInfo } from '../../../../../shared/features/projects/methods.ts';
import type { SlashEntry } from '../../../../../shared/features/slash/slash.ts';
import { Button } from '../../../../ui/Button.tsx';
import { classes } from '../../../../ui/classes.ts';
import { FormActions } from '../../../../ui/FormActions.tsx';
import { isComposing } from '../../../../ui/isComposing.ts';
import { visibleText } from '../../../../ui/visibleText.ts';
import { customizationWords } from '../../../customizations/words.ts';
import { surface } from './CompletionList.tsx';
import { SuggestField } from './SuggestField.tsx';
import { missingArguments } from './slashText.ts';

const words = customizationWords;

interface SlashFormProps {
  entry: SlashEntry;
  project: ProjectInfo | null;
  onClose: () => void;
  onDone: (values: Record<string, string>) => void;
}

export function SlashForm({ entry, project, onClose, onDone }: SlashFormProps) {
  const titleId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Record<string, string>>({});
  const [wrong, setWrong] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => form.current?.querySelector('input')?.focus({ preventScroll: true }), []);

  const done = (event: FormEvent): void => {
    event.preventDefault();
    const missing = new Map(missingArguments(entry.arguments, values).map(({ name }) => [name, words.required]));
    for (const { name, choices } of entry.arguments) {
      const value = values[name] ?? '';
      if (value !== '' && choices && !choices.includes(value)) missing.set(name, words.notAChoice);
    }
    setWrong(missing);
    const first = entry.arguments.find(({ name }) => missing.has(name));
    if (!first) onDone(values);
    else form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(first.name)}"]`)?.focus();
  };

  return (
    <form
      ref={form}
      aria-labelledby={titleId}
      autoComplete="off"
      noValidate
      onSubmit={done}
      onKeyDown={(event) => {
        if (isComposing(event) || event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
      className={classes(surface, 'inset-x-0 flex max-h-[min(28rem,60dvh)] flex-col')}
    >
      <div className="border-line border-b px-3 py-2">
        <h3 id={titleId} className="truncate font-strong text-ui">
          /{visibleText(entry.name)}
        </h3>
        {entry.description && (
          <p className="line-clamp-2 text-ink-2 text-small" title={visibleText(entry.description)}>
            {visibleText(entry.description)}
          </p>
        )}
      </div>
      <div className="grid min-h-0 gap-3 overflow-y-auto px-3 py-3">
        {entry.arguments.map((argument) => (
          <SuggestField
            key={argument.name}
            argument={argument}
            ask={argument.completes ? { name: entry.name, projectId: project?.id ?? null, given: values } : null}
            value={values[argument.name] ?? ''}
            error={wrong.get(argument.name)}
            onChange={(value) => {
              setValues((now) => ({ ...now, [argument.name]: value }));
              setWrong((now) => new Map([...now].filter(([name]) => name !== argument.name)));
            }}
          />
        ))}
      </div>
      <FormActions
        size="small"
        onCancel={onClose}
        className="border-line border-t px-3 py-2"
        start={
          <p className="min-w-0 flex-1 truncate text-ink-3 text-small">
            {entry.kind === 'prompt' ? words.insertHint : words.sendHint}
          </p>
        }
      >
        <Button size="small" tone="primary" type="submit">
          {entry.kind === 'prompt' ? words.insert : words.send}
        </Button>
      </FormActions>
    </form>
  );
}
