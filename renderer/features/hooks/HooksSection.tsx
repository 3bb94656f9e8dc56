// Hook settings: the user's and the project folder's hooks, or the form of one.

import { Webhook } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand/react';
import type { UserTextData } from '../../../shared/core/sentence.ts';
import { hookOrigins, hookTimeout } from '../../../shared/features/hooks/hook.ts';
import type { HookInfo } from '../../../shared/features/hooks/methods.ts';
import type { SettingsPage } from '../../core/feature.ts';
import { useChatProject, useSession } from '../../core/state/context.tsx';
import { createFetchedList, type FetchedList, type ListView } from '../../core/state/fetchedList.ts';
import { strings } from '../../core/strings.ts';
import { AddButton, EmptyList, ItemGroup, ListPage, Problems, useOpenerFocus } from '../../ui/ListPage.tsx';
import { type HookDraft, HookForm } from './HookForm.tsx';
import { HookRow } from './HookRow.tsx';
import { hookWords } from './words.ts';

const words = hookWords;

const exampleDraft: HookDraft = {
  event: 'PostToolUse',
  matcher: 'edit_file|write_file',
  command: `jq -r .tool_input.file_path | xargs -d '\\n' npx prettier --write --ignore-unknown`,
  timeout: hookTimeout.default,
  onlyTrusted: true,
};

const emptyDraft: HookDraft = { ...exampleDraft, command: '' };

interface HookList {
  hooks: HookInfo[];
  problems: UserTextData[];
}

/** Lists a project's hooks, updated while displayed. */
function useHooks(projectId: string | null): ListView<HookList> & Pick<FetchedList<HookList>, 'reload'> {
  const { connection } = useSession();
  const make = (): FetchedList<HookList> =>
    createFetchedList({
      connection,
      load: () => connection.call('hooks.list', { projectId }),
      isStale: ({ type }) => type === 'hooks.changed' || type === 'projects.changed',
    });
  const [list] = useState(make);
  useEffect(() => list.want(), [list]);
  return { ...useStore(list.store), reload: list.reload };
}

function HooksSection() {
  const projectId = useChatProject()?.id ?? null;
  return <Hooks key={projectId} projectId={projectId} />;
}

function Hooks({ projectId }: { projectId: string | null }) {
  const { value, error, reload } = useHooks(projectId);
  const [form, setForm] = useState<{ draft: HookDraft; replaces: HookInfo | null } | null>(null);
  const page = useOpenerFocus(form && (form.replaces?.id ?? 'new'));
  if (form) {
    const close = (): void => {
      setForm(null);
      void reload();
    };
    return <HookForm {...form} onDone={close} />;
  }
  const hooks = value?.hooks ?? [];
  return (
    <ListPage
      ref={page}
      intro={words.intro}
      hint={words.outside}
      error={error?.message}
      loading={!value && !error && words.loading}
    >
      <Problems
        title={words.problems}
        problems={value?.problems.map((problem) => ({ text: strings.sentences.host(problem) })) ?? []}
      />
      {value && hooks.length === 0 && (
        <EmptyList
          text={words.empty}
          hint={words.emptyHint}
          sample={exampleDraft.command}
          action={words.example}
          onAction={() => setForm({ draft: exampleDraft, replaces: null })}
        />
      )}
      {hookOrigins.map((origin) => {
        const own = hooks.filter((hook) => hook.origin === origin);
        const hint = origin === 'personal' ? words.groupHints.personal : words.groupHints.folder;
        return (
          own[0] && (
            <ItemGroup key={origin} title={words.groups[origin]} hint={hint(own[0].file)}>
              {own.map((hook) => (
                <HookRow
                  key={`${hook.id} ${hook.hash}`}
                  hook={hook}
                  projectId={projectId}
                  onEdit={() => setForm({ draft: hook, replaces: hook })}
                  onChanged={() => void reload()}
                  onRemoved={() => {
                    page.current?.querySelector<HTMLElement>('[data-opens="new"]')?.focus();
                    void reload();
                  }}
                />
              ))}
            </ItemGroup>
          )
        );
      })}
      <AddButton onClick={() => setForm({ draft: emptyDraft, replaces: null })}>{words.add}</AddButton>
    </ListPage>
  );
}

export const hooksPage: SettingsPage = {
  icon: Webhook,
  words: [hookWords.intro, hookWords.add, hookWords.events, hookWords.form],
  Section: HooksSection,
};
