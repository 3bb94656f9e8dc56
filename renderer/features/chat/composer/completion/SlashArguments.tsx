// Argument hint of a command, shown after the caret until something is typed. If it has fields, Tab opens their form,
// and so does Enter while a required one is missing.

import { type RefObject, useLayoutEffect, useState } from 'react';
import type { ProjectInfo } from '../../../../../shared/features/projects/methods.ts';
import type { SlashEntry } from '../../../../../shared/features/slash/slash.ts';
import { useFetchedList } from '../../../../core/state/useFetchedList.ts';
import { Kbd } from '../../../../ui/Kbd.tsx';
import { visibleText } from '../../../../ui/visibleText.ts';
import { customizationWords } from '../../../customizations/words.ts';
import type { Completing } from './completionKeys.ts';
import type { ArgumentsQuery } from './completionQuery.ts';
import { caretPosition } from './fieldText.ts';
import { hintOf, missingArguments } from './slashText.ts';

interface SlashArgumentsProps {
  completion: Completing;
  typed: ArgumentsQuery;
  field: RefObject<HTMLTextAreaElement | null>;
  project: ProjectInfo | null;
  onForm: (entry: SlashEntry) => void;
}

export function SlashArguments({ completion, typed, field, project, onForm }: SlashArgumentsProps) {
  const { value } = useFetchedList('slash', project?.id);
  const entry = value?.entries.find(({ name }) => name === typed.name);
  const { keys, release } = completion;
  const empty = typed.words === '';
  const hasForm = entry !== undefined && entry.arguments.length > 0;

  useLayoutEffect(() => {
    keys.current = {
      ready: true,
      onKey(key) {
        if (!empty || !hasForm) return false;
        if (key !== 'Tab' && !(key === 'Enter' && missingArguments(entry.arguments, {}).length > 0)) return false;
        onForm(entry);
        return true;
      },
    };
    return () => {
      keys.current = null;
    };
  });
  useLayoutEffect(() => queueMicrotask(release));

  const hint = entry && empty ? hintOf(entry) : '';
  const [place, setPlace] = useState({ left: 0, top: 0 });
  useLayoutEffect(() => {
    const element = field.current;
    if (!element || hint === '') return;
    const caret = caretPosition(element, element.value.length);
    setPlace({ left: element.offsetLeft + caret.left, top: element.offsetTop + caret.top });
  }, [field, hint]);
  if (hint === '') return null;
  return (
    <>
      <span
        aria-hidden
        data-hint
        style={place}
        className="pointer-events-none absolute right-2 flex items-center gap-2 overflow-hidden whitespace-nowrap text-ink-3 text-prose"
      >
        <span className="truncate">{visibleText(hint)}</span>
        {hasForm && <Kbd keys="Tab" />}
      </span>
      <span className="sr-only" role="status">
        {customizationWords.mayFollow(visibleText(hint))}
        {hasForm && ` ${customizationWords.formHint}`}
      </span>
    </>
  );
}
