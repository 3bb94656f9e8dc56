// Slash commands matching the input. The window's commands run at once; others are inserted into the message, and a
// completely typed one is left to Enter.

import { BookOpen, Bot, FolderLock, Plug, Settings2, SquareSlash, SquareTerminal, TextQuote } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useMemo, useState } from 'react';
import type { AgentCommand } from '../../../../../shared/features/externalAgents/externalAgent.ts';
import type { ProjectInfo } from '../../../../../shared/features/projects/methods.ts';
import type { AppCommandName, SlashEntry } from '../../../../../shared/features/slash/slash.ts';
import { commandOf, isAvailable } from '../../../../core/commands/commandList.ts';
import { noTarget } from '../../../../core/state/commandTarget.ts';
import { useActions, useSession } from '../../../../core/state/context.tsx';
import type { CommandId, Session } from '../../../../core/state/session.ts';
import { useFetchedList } from '../../../../core/state/useFetchedList.ts';
import { strings } from '../../../../core/strings.ts';
import { visibleText } from '../../../../ui/visibleText.ts';
import { customizationWords } from '../../../customizations/words.ts';
import { useAgent, useAgentSession } from '../../../externalAgents/agentStore.ts';
import { rangesOf, Snippet } from '../../../search/Snippet.tsx';
import { CompletionList, type CompletionOption } from './CompletionList.tsx';
import type { Completing } from './completionKeys.ts';
import type { NameQuery } from './completionQuery.ts';
import { replaceText } from './fieldText.ts';
import { createSlashIndex, type SlashMatch } from './slashFind.ts';
import { hintOf } from './slashText.ts';
import { useListKeys } from './useListKeys.ts';

/** The window's slash commands, named as in other apps. They run without sending anything. */
interface AppEntry {
  name: string;
  kind: 'app';
  description: string;
  run(): void;
}

const windowCommands: readonly (readonly [name: AppCommandName, command: CommandId])[] = [
  ['clear', 'chat.new'],
  ['compact', 'context.compact'],
  ['context', 'panel.context'],
  ['cost', 'settings.costs'],
  ['model', 'model.choose'],
  ['permissions', 'approvals.choose'],
  ['commands', 'settings.customizations'],
  ['memory', 'settings.instructions'],
  ['mcp', 'settings.mcp'],
  ['resume', 'palette.open'],
  ['export', 'conversation.export'],
  ['config', 'settings.open'],
  ['help', 'shortcuts.open'],
  ['goal', 'goal.start'],
];

/** A command of the external agent that answers here. It is sent as typed. */
interface AgentEntry {
  name: string;
  kind: 'agent';
  description: string;
  hint: string;
  agent: string;
}

function useAgentEntries(): AgentEntry[] {
  const session = useAgentSession();
  const agent = useAgent(session?.agentId ?? null)?.name ?? session?.agentId ?? '';
  return useMemo(
    () =>
      (session?.commands ?? noCommands).map(({ name, description, hint = '' }) => ({
        ...{ name, description, hint, agent },
        kind: 'agent' as const,
      })),
    [session?.commands, agent],
  );
}

const noCommands: readonly AgentCommand[] = [];

/** The window's commands that are currently available. */
function appEntries(session: Session): AppEntry[] {
  const plan: AppEntry = {
    name: 'plan',
    kind: 'app',
    description: strings.chat.approval.plan.hint,
    run: () => void session.actions.chooseApprovalMode('plan'),
  };
  const matches = windowCommands.flatMap(([name, id]): AppEntry[] => {
    const command = commandOf(session.commands, id);
    if (!isAvailable(command, session, noTarget)) return [];
    const description = customizationWords.app[name] ?? strings.commands.titles[id];
    return [{ name, kind: 'app', description, run: () => command.run?.(session, noTarget) }];
  });
  return [...matches, plan];
}

const words = customizationWords;

const icons = {
  command: SquareSlash,
  skill: BookOpen,
  prompt: TextQuote,
  mcp: Plug,
  agent: Bot,
  app: SquareTerminal,
} as const;

interface SlashListProps {
  completion: Completing;
  typed: NameQuery;
  id: string;
  field: RefObject<HTMLTextAreaElement | null>;
  project: ProjectInfo | null;
  /** The entry is now in the message, with the caret after it. */
  onTaken: (entry: SlashEntry) => void;
}

type Listed = SlashEntry | AppEntry | AgentEntry;

/** Link to the page where commands are created and trusted. */
type Way = Pick<CompletionOption, 'key' | 'icon' | 'label'>;

export function SlashList({ completion, typed, id, field, project, onTaken }: SlashListProps) {
  const session = useSession();
  const { value, error, isFresh } = useFetchedList('slash', project?.id);
  const isOurs = value !== null && value.projectId === (project?.id ?? null);
  const entries = isOurs ? value.entries : none;
  const untrusted = useUntrusted(project);
  const agentEntries = useAgentEntries();
  const index = useMemo(() => {
    // The agent receives what is typed, so its commands win over ours of the same name.
    const ofAgent = new Set(agentEntries.map(({ name }) => name));
    const ours = entries.filter(({ name }) => !ofAgent.has(name));
    const names = new Set([...ofAgent, ...ours.map(({ name }) => name)]);
    const own = appEntries(session).filter(({ name }) => !names.has(name));
    return createSlashIndex<Listed>([...agentEntries, ...ours, ...own]);
  }, [entries, agentEntries, session]);
  const { matches, more } = useMemo(() => index.find(typed.typed), [index, typed.typed]);
  // Enter ignores an outdated list, which may lack a command that was just created.
  const ready = isFresh && (isOurs || error !== null);
  const showPage = (): void => session.view.setState({ dialog: { type: 'settings', section: 'customizations' } });
  // Links to commands of an untrusted folder, and to the settings page.
  const ways: Way[] = [
    ...(untrusted > 0 ? [{ key: 'untrusted', icon: FolderLock, label: words.untrusted(untrusted) }] : []),
    ...(ready && entries.length + agentEntries.length === 0 && typed.typed === ''
      ? [{ key: 'none', icon: Settings2, label: words.none }]
      : []),
  ];
  const rows: (SlashMatch<Listed> | Way)[] = [...matches];
  // Without input, before the window's own commands, which fill the list.
  const first = typed.typed === '' ? matches.findIndex(({ entry }) => entry.kind === 'app') : -1;
  rows.splice(first < 0 ? rows.length : first, 0, ...ways);
  const options = rows.map((row, at): CompletionOption => {
    if ('entry' in row) return optionOf(row, typed.typed === '' ? rows[at - 1] : row);
    return { ...row, name: <span className="truncate text-ink-2">{row.label}</span> };
  });

  const take = (at: number, key: 'Enter' | 'Tab' = 'Tab'): boolean => {
    const element = field.current;
    if (!element) return false;
    const row = rows[at];
    const entry = row && 'entry' in row ? row.entry : null;
    const end = element.selectionStart;
    if (!entry || entry.kind === 'app') {
      if (!row) return false;
      replaceText(element, 0, end, '');
      if (entry) entry.run();
      else showPage();
      return true;
    }
    // Typed completely with nothing left to fill in: Enter sends it.
    const asks =
      entry.kind !== 'agent' && (entry.kind === 'prompt' || entry.arguments.some(({ required }) => required));
    if (key === 'Enter' && !asks && `/${entry.name}` === element.value.slice(0, end)) return false;
    const follows = element.value.charAt(end) === ' ';
    replaceText(element, 0, end + (follows ? 1 : 0), `/${entry.name} `);
    completion.update();
    if (entry.kind !== 'agent') onTaken(entry);
    return true;
  };

  const nothing = ready && options.length === 0;
  const [chosen, choose] = useListKeys(completion, {
    options: options.map(({ key }) => key),
    ready,
    nothing,
    // A command rather than a link to a settings page.
    first: Math.max(
      0,
      rows.findIndex((row) => 'entry' in row),
    ),
    about: typed.typed,
    take,
  });
  const waits = value?.pending ?? [];
  const notes = [
    ...(isOurs && waits.length > 0 ? [words.asking(strings.sentences.list(waits.map(visibleText)))] : []),
    ...(more > 0 ? [words.more(more)] : []),
    ...(error ? [error.message] : []),
  ];
  return (
    <CompletionList
      id={id}
      label={words.list}
      field={field}
      options={options}
      chosen={chosen}
      at={null}
      nothing={
        nothing
          ? waits.length > 0
            ? words.asking(strings.sentences.list(waits.map(visibleText)))
            : words.nothing
          : null
      }
      foot={options.length > 0 && <Foot row={rows[chosen]} notes={notes} />}
      onChoose={choose}
      onTake={(at) => take(at)}
    />
  );
}

const none: readonly SlashEntry[] = [];

function optionOf(match: SlashMatch<Listed>, before: SlashMatch<Listed> | Way | undefined): CompletionOption {
  const { entry, marks, descriptionMarks } = match;
  const { name, kind, description } = entry;
  const hint = entry.kind === 'app' ? '' : entry.kind === 'agent' ? entry.hint : hintOf(entry);
  const origin = originOf(entry);
  return {
    key: `${kind}/${name}`,
    icon: icons[kind],
    label: strings.sentences.row([`/${name}`, hint, description, origin].map(visibleText)),
    group:
      before && 'entry' in before && before.entry.kind === kind
        ? undefined
        : entry.kind === 'agent'
          ? visibleText(entry.agent)
          : words.kinds[entry.kind],
    name: (
      <span className="flex min-w-0 max-w-[60%] shrink-0 items-baseline gap-2">
        <span className="truncate">
          /<Snippet text={name} ranges={rangesOf(marks)} />
        </span>
        {hint && <span className="min-w-8 shrink truncate text-ink-3 text-small">{visibleText(hint)}</span>}
      </span>
    ),
    detail: (
      <>
        <span className="min-w-0 flex-1 truncate text-ink-2 text-small">
          <Snippet text={description} ranges={rangesOf(descriptionMarks)} />
        </span>
        <span className="max-w-[25%] shrink-0 truncate text-ink-3 text-small">{visibleText(origin)}</span>
      </>
    ),
  };
}

/** The source, in one word. */
function originOf(entry: Listed): string {
  if (entry.kind === 'app') return words.scopes.app;
  if (entry.kind === 'agent') return entry.agent;
  const { scope, label } = entry.origin;
  return scope === 'server' ? label : words.scopes[scope];
}

/** Full description of the selected entry, and notes on all of them. */
function Foot({ row, notes }: { row: SlashMatch<Listed> | Way | undefined; notes: readonly string[] }): ReactNode {
  const entry = row && 'entry' in row ? row.entry : null;
  const from =
    entry && entry.kind !== 'app' && entry.kind !== 'agent' && entry.origin.scope !== 'server'
      ? entry.origin.label
      : '';
  const lines = [...notes, ...(from ? [visibleText(from)] : [])];
  if (lines.length === 0) return null;
  return (
    <div className="border-line border-t px-3 py-1.5 text-ink-3 text-small">
      {lines.map((line) => (
        <p key={line} className="truncate">
          {line}
        </p>
      ))}
    </div>
  );
}

/** Number of commands and skills in an untrusted folder; nothing else about them is used. */
function useUntrusted(project: ProjectInfo | null): number {
  const { call } = useActions();
  const projectId = project?.folderExists && !project.trusted ? project.id : null;
  const [counted, setCounted] = useState({ projectId, count: 0 });
  useEffect(() => {
    if (projectId === null) return;
    const controller = new AbortController();
    void call('customization.list', { projectId }, controller.signal).then((answer) => {
      if (!controller.signal.aborted && answer.ok) setCounted({ projectId, count: answer.value.untrusted.count });
    });
    return () => controller.abort();
  }, [projectId, call]);
  return projectId !== null && counted.projectId === projectId ? counted.count : 0;
}
