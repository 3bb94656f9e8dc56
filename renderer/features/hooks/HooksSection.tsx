// Hook settings: the user's and the project folder's hooks, or the form of one.

import { Plus, TriangleAlert, Webhook } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand/react';
import type { UserTextData } from '../../../shared/core/sentence.ts';
import { type HookOrigin, hookOrigins, hookTimeout } from '../../../shared/features/hooks/hook.ts';
import type { HookInfo } from '../../../shared/features/hooks/methods.ts';
import type { SettingsPage } from '../../core/feature.ts';
import { useChatProject, useSession } from '../../core/state/context.tsx';
import { createFetchedList, type FetchedList, type ListView } from '../../core/state/fetchedList.ts';
import { strings } from '../../core/strings.ts';
import { englishOf } from '../../core/words/hostTranslations.ts';
import { Button } from '../../ui/Button.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
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
  const page = useRef<HTMLDivElement>(null);
  /** The element that opened the form; it gets the focus back. */
  const opened = useRef<string | null>(null);
  useEffect(() => {
    if (form) opened.current = form.replaces ? `[data-edits="${CSS.escape(form.replaces.id)}"]` : '[data-adds]';
    else if (opened.current) page.current?.querySelector<HTMLElement>(`${opened.current}, [data-adds]`)?.focus();
  }, [form]);
  if (form) {
    const close = (): void => {
      setForm(null);
      void reload();
    };
    return <HookForm draft={form.draft} replaces={form.replaces} onDone={close} />;
  }
  const hooks = value?.hooks;
  return (
    <div ref={page} className="text-ui">
      <p className="text-ink-2">{words.intro}</p>
      <p className="mt-1 text-ink-3">{words.outside}</p>
      {error && (
        <p role="alert" className="wrap-anywhere mt-3 text-fail">
          {error.message}
        </p>
      )}
      <Problems list={value?.problems ?? []} />
      {!value && !error && <p className="mt-4 text-ink-3">{words.loading}</p>}
      {hooks?.length === 0 && <Empty onExample={() => setForm({ draft: exampleDraft, replaces: null })} />}
      {hookOrigins.map((origin) => (
        <Group
          key={origin}
          origin={origin}
          hooks={hooks?.filter((hook) => hook.origin === origin) ?? []}
          projectId={projectId}
          onEdit={(hook) => setForm({ draft: hook, replaces: hook })}
          onChanged={() => void reload()}
          onRemoved={() => {
            page.current?.querySelector<HTMLElement>('[data-adds]')?.focus();
            void reload();
          }}
        />
      ))}
      <Button className="mt-5" data-adds onClick={() => setForm({ draft: emptyDraft, replaces: null })}>
        <Plus className="size-4" strokeWidth={1.75} aria-hidden />
        {words.add}
      </Button>
    </div>
  );
}

interface GroupProps {
  origin: HookOrigin;
  hooks: readonly HookInfo[];
  projectId: string | null;
  onEdit: (hook: HookInfo) => void;
  onChanged: () => void;
  onRemoved: () => void;
}

function Group({ origin, hooks, projectId, onEdit, onChanged, onRemoved }: GroupProps) {
  const [first] = hooks;
  if (!first) return null;
  const hint = origin === 'personal' ? words.groupHints.personal : words.groupHints.folder;
  return (
    <section aria-labelledby={`hooks-${origin}`} className="mt-5">
      <h4 id={`hooks-${origin}`} className="font-strong">
        {words.groups[origin]}
      </h4>
      <p className="wrap-anywhere text-ink-3 text-small">{hint(first.file)}</p>
      <ul className="mt-1.5 divide-y divide-line border-line border-y">
        {hooks.map((hook) => (
          <HookRow
            key={`${hook.id} ${hook.hash}`}
            hook={hook}
            projectId={projectId}
            onEdit={() => onEdit(hook)}
            onChanged={onChanged}
            onRemoved={onRemoved}
          />
        ))}
      </ul>
    </section>
  );
}

function Problems({ list }: { list: readonly UserTextData[] }) {
  if (list.length === 0) return null;
  return (
    <section aria-label={words.problems} className="mt-4 flex gap-2.5 rounded-l bg-wait-soft px-3 py-2.5">
      <TriangleAlert className="mt-0.5 size-4 shrink-0 text-wait" strokeWidth={1.75} aria-hidden />
      <div className="min-w-0">
        <p className="font-strong">{words.problems}</p>
        {list.map((problem) => (
          <p key={englishOf(problem)} className="wrap-anywhere mt-0.5">
            <VisibleText text={strings.sentences.host(problem)} />
          </p>
        ))}
      </div>
    </section>
  );
}

function Empty({ onExample }: { onExample: () => void }) {
  return (
    <div className="mt-5 rounded-l bg-soft px-4 py-3">
      <p>{words.empty}</p>
      <p className="mt-0.5 text-ink-3">{words.emptyHint}</p>
      <p className="wrap-anywhere mt-2 font-mono text-code">{exampleDraft.command}</p>
      <Button size="small" className="mt-2.5" onClick={onExample}>
        {words.example}
      </Button>
    </div>
  );
}

export const hooksPage: SettingsPage = {
  icon: Webhook,
  words: [hookWords.intro, hookWords.add, hookWords.events, hookWords.form],
  Section: HooksSection,
};
