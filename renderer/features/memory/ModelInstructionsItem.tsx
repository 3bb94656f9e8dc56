// One text that the model receives: a line that expands to the text, with its actions.

import { ChevronRight } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { ModelInstructionsPart } from '../../../shared/features/context/methods.ts';
import { type UserTextTopic, userTextTopics } from '../../../shared/features/memory/userText.ts';
import { formatBytes } from '../../core/format/amounts.ts';
import { useActions, useApp, useSession } from '../../core/state/context.tsx';
import { openFile } from '../../core/state/panels.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { focusAfter } from '../../ui/focus.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { PublishItemButton } from '../sharing/items/PublishItemButton.tsx';
import { ModelInstructionsText } from './ModelInstructionsText.tsx';
import { OwnTextEditor } from './OwnTextEditor.tsx';
import { memoryWords } from './words.ts';

const words = memoryWords;

interface ModelInstructionsItemProps {
  part: ModelInstructionsPart;
  projectId: string;
  conversationId: string | null;
  editing: boolean;
  onEdit: (editing: boolean) => void;
}

export function ModelInstructionsItem({
  part,
  projectId,
  conversationId,
  editing,
  onEdit,
}: ModelInstructionsItemProps) {
  const { about, now, next } = part;
  const [open, setOpen] = useState(false);
  const id = useId();
  const editButton = useRef<HTMLButtonElement>(null);
  const name = words.names[about];
  const shownText = next === 'ends' ? now : (next ?? now);
  const own = ownTopic(about);
  const state = stateOf(part);
  const close = (): void =>
    focusAfter(
      () => onEdit(false),
      () => editButton.current,
    );
  return (
    <li data-told={about} className="py-1.5">
      <div className="flex min-h-9 items-center gap-2">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          disabled={shownText === null}
          onClick={() => setOpen(!open)}
          className="flex min-w-0 flex-1 items-center gap-2 rounded-s text-left text-ui"
        >
          <ChevronRight
            className={classes(
              'size-3.5 shrink-0 text-ink-3 transition-transform duration-120',
              open && shownText && 'rotate-90',
              shownText === null && 'invisible',
            )}
            aria-hidden
          />
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap items-baseline gap-x-2">
              <span className={shownText ? 'text-ink' : 'text-ink-2'}>{name}</span>
              {state && <span className={classes('text-small', state.tone)}>{state.text}</span>}
            </span>
            <span className="block truncate text-ink-3 text-small" title={part.path ?? undefined}>
              {sourceOf(part)}
            </span>
          </span>
          <span className="tabular shrink-0 text-right text-ink-3 text-small">
            {shownText
              ? strings.sentences.row([words.tokens(shownText.tokens), formatBytes(shownText.bytes)])
              : words.none}
          </span>
        </button>
        <span className="flex min-w-20 shrink-0 justify-end">
          {own && part.problem === null ? (
            <Button
              ref={editButton}
              size="small"
              aria-label={words.editName(`${words.groups[own.includes('emory') ? 'memory' : 'own']}, ${name}`)}
              aria-expanded={editing}
              onClick={() => (editing ? close() : onEdit(true))}
            >
              {shownText === null ? words.add : words.edit}
            </Button>
          ) : (
            <Elsewhere part={part} />
          )}
        </span>
      </div>
      {editing && own && (
        <OwnTextEditor about={own} name={name} projectId={projectId} conversationId={conversationId} onClose={close} />
      )}
      {open && shownText && !editing && (
        <div id={id} className="grid gap-2 pt-1 pb-1.5 pl-5.5">
          <ModelInstructionsText
            modelText={shownText}
            label={next !== null && next !== 'ends' && now ? words.next : null}
            plain={isPlain(about)}
          />
          {about === 'personal' && <PublishItemButton kind="instructions" name="instructions" />}
          {next !== null && next !== 'ends' && now && (
            <ModelInstructionsText modelText={now} label={words.now} plain={isPlain(about)} />
          )}
        </div>
      )}
      {own && (own === 'memory' || own === 'projectMemory') && <MemorySwitch about={own} projectId={projectId} />}
    </li>
  );
}

/** For texts that are not stored as messages: shown verbatim. */
function isPlain(about: ModelInstructionsPart['about']): boolean {
  return about === 'system' || about === 'tools';
}

function ownTopic(about: ModelInstructionsPart['about']): UserTextTopic | null {
  return userTextTopics.find((topic) => topic === about) ?? null;
}

function stateOf({ now, next, problem, why, cut }: ModelInstructionsPart): { text: string; tone: string } | null {
  if (problem !== null) return { text: words.states.problem(strings.sentences.host(problem)), tone: 'text-fail' };
  if (next === 'ends') return { text: words.states.ends, tone: 'text-wait' };
  if (why) return { text: words.states[why], tone: 'text-ink-3' };
  if (next !== null) return { text: now ? words.states.changes : words.states.next, tone: 'text-wait' };
  return cut ? { text: words.states.cut, tone: 'text-wait' } : null;
}

function sourceOf({ about, path, count, folder }: ModelInstructionsPart): string {
  if (folder !== undefined) return visibleText(folder);
  if (path !== null) return words.from.file(visibleText(path.split(/[/\\]/).at(-1) ?? path));
  if (about === 'system') return words.from.app;
  if (about === 'moment') return words.from.moment;
  if (about === 'personal') return words.from.settings;
  if (about === 'team') return words.from.team;
  if (about === 'conversation') return words.from.conversation;
  return about === 'tools' ? words.from.tools(count ?? 0) : '';
}

/** Link to where the text is changed, if not here. */
function Elsewhere({ part: { about, now, next } }: { part: ModelInstructionsPart }) {
  const { view } = useSession();
  if (about === 'tools') {
    return (
      <Button
        size="small"
        aria-label={words.chooseTools}
        onClick={() => view.setState({ dialog: { type: 'settings', section: 'tools' } })}
      >
        {words.choose}
      </Button>
    );
  }
  if (about === 'team' && (now !== null || next !== null)) {
    return (
      <Button
        size="small"
        aria-label={words.chooseTeams}
        onClick={() => view.setState({ dialog: { type: 'settings', section: 'sharing' } })}
      >
        {words.choose}
      </Button>
    );
  }
  if (about !== 'instructions' || (now === null && next === null)) return null;
  const open = (): void => {
    view.setState({ dialog: null });
    openFile(view, 'AGENTS.md');
  };
  return (
    <Button size="small" onClick={open}>
      {words.openFile}
    </Button>
  );
}

function MemorySwitch({ about, projectId }: { about: 'memory' | 'projectMemory'; projectId: string }) {
  const { call, report } = useActions();
  const forAll = useApp(({ settings }) => settings.memory);
  const here = useApp(({ projects }) => projects.find(({ id }) => id === projectId)?.memory !== false);
  // Shows the choice while the host's answer is pending.
  const [pendingChoice, setPendingChoice] = useState<boolean | null>(null);
  const isAll = about === 'memory';
  const change = async (on: boolean): Promise<void> => {
    setPendingChoice(on);
    const answer = await (isAll
      ? call('settings.update', { patch: { memory: on } })
      : call('project.configure', { projectId, memory: on }));
    setPendingChoice(null);
    if (!answer.ok) report(answer.error);
  };
  return (
    <label className="ml-5.5 flex w-fit items-center gap-2 py-1 text-ink-2 text-small">
      <input
        type="checkbox"
        className="size-3.5 accent-accent"
        checked={pendingChoice ?? (isAll ? forAll : forAll && here)}
        disabled={!isAll && !forAll}
        onChange={(event) => void change(event.target.checked)}
      />
      {isAll ? words.useMemory : words.useProjectMemory}
    </label>
  );
}
