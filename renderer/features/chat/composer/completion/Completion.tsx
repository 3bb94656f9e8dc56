// Completion while typing: paths after `@`, commands after `/`, arguments of a command, and forms of commands with
// fields. Loads on first use.

import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ProjectInfo } from '../../../../../shared/features/projects/methods.ts';
import type { SlashEntry } from '../../../../../shared/features/slash/slash.ts';
import { useActions, useConversationView } from '../../../../core/state/context.tsx';
import type { Completing } from './completionKeys.ts';
import { replaceText } from './fieldText.ts';
import { PathList } from './PathList.tsx';
import { SlashArguments } from './SlashArguments.tsx';
import { SlashForm } from './SlashForm.tsx';
import { SlashList } from './SlashList.tsx';
import { formatArguments, slashLine } from './slashText.ts';
import { useListKeys } from './useListKeys.ts';

export interface CompletionProps {
  completion: Completing;
  field: RefObject<HTMLTextAreaElement | null>;
  id: string;
  project: ProjectInfo | null;
}

/** Must be inside a positioned box that also contains the field. */
export function Completion(props: CompletionProps) {
  const { completion, field, id, project } = props;
  const { typed } = completion;
  const { call, report } = useActions();
  const conversationId = useConversationView((view) => view.id);
  const [form, setForm] = useState<{ entry: SlashEntry; conversationId: string | null } | null>(null);

  /** Replaces a prompt's name with its text, keeping what was typed after it. */
  const putIn = async ({ name }: SlashEntry, words: string): Promise<void> => {
    const projectId = project?.id ?? null;
    const answer = await call('slash.expand', { projectId, conversationId, name, words });
    const element = field.current;
    if (!answer.ok) return report(answer.error);
    const typed = `/${name} `;
    // Edited or sent meanwhile.
    if (element?.value.startsWith(typed)) replaceText(element, 0, typed.length, answer.value.text);
  };
  const taken = (entry: SlashEntry): void => {
    if (entry.arguments.length > 0) setForm({ entry, conversationId });
    else if (entry.kind === 'prompt') void putIn(entry, '');
  };

  if (form && form.conversationId === conversationId) {
    const { entry } = form;
    return (
      <SlashForm
        key={entry.name}
        entry={entry}
        project={project}
        onClose={() => {
          setForm(null);
          field.current?.focus({ preventScroll: true });
        }}
        onDone={(values) => {
          setForm(null);
          field.current?.focus({ preventScroll: true });
          if (entry.kind === 'prompt') return void putIn(entry, formatArguments(values));
          const element = field.current;
          if (!element) return;
          // Sends the field's content, so update it first.
          flushSync(() => replaceText(element, 0, element.value.length, slashLine(entry.name, values)));
          completion.enter();
        }}
      />
    );
  }
  if (typed?.kind === 'mention' && project?.folderExists)
    return <PathList {...{ completion, typed, id, field }} projectId={project.id} />;
  if (typed?.kind === 'name') return <SlashList {...{ completion, typed, id, field, project }} onTaken={taken} />;
  if (typed?.kind === 'words') return <SlashArguments {...{ completion, typed, field, project }} onForm={taken} />;
  return typed && <NoList completion={completion} />;
}

/** Nothing to offer: all keys go to the field. */
function NoList({ completion }: { completion: Completing }) {
  useListKeys(completion, { options: [], ready: true, nothing: false, about: '', take: () => false });
  return null;
}
