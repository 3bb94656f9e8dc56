// Panel with the terminals of the conversation's folder, as tabs. The shells run on while it is closed.

import { Plus, Terminal } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { TerminalInfo } from '../../../shared/features/terminal/methods.ts';
import {
  useActions,
  useChatProject,
  useConnected,
  useConversationView,
  useSession,
  useView,
} from '../../core/state/context.tsx';
import { useTrust } from '../../core/state/useTrust.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { RenameField } from '../../ui/RenameField.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { TerminalView } from './TerminalView.tsx';
import { nameOf, useTerminals } from './useTerminals.ts';
import { terminalWords as words } from './words.ts';

/** Until the panel has measured its own. */
const firstSize = { cols: 80, rows: 24 };

export function TerminalPanel({ onClose }: { onClose: () => void }) {
  const actions = useActions();
  const { view } = useSession();
  const input = useView((now) => now.terminalInput ?? null);
  const conversationId = useConversationView((view) => view.id);
  const project = useChatProject();
  const terminals = useTerminals();
  const [chosen, setChosen] = useState<string | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const [isOpening, setOpening] = useState(false);
  /** For callers that rendered before it began, too. */
  const opening = useRef(false);
  /** Opened by this panel. */
  const openedIds = useRef(new Set<string>());
  const current = terminals?.find(({ id }) => id === chosen) ?? terminals?.at(-1) ?? null;

  async function open(): Promise<void> {
    if (opening.current) return;
    opening.current = true;
    setOpening(true);
    const { terminalInput = null } = view.getState();
    view.setState({ terminalInput: null });
    const projectId = project?.id ?? null;
    const answer = await actions.call('terminal.open', { conversationId, projectId, ...firstSize });
    opening.current = false;
    setOpening(false);
    if (!answer.ok) return actions.report(answer.error);
    const { id } = answer.value.terminal;
    openedIds.current.add(id);
    setChosen(id);
    // A control character could run it at once.
    if (terminalInput?.conversationId !== conversationId || /\p{Cc}/u.test(terminalInput.command)) return;
    await actions.call('terminal.write', { terminalId: id, text: terminalInput.command });
  }

  const mayOpen = terminals !== null && project?.folder != null && project.folderExists && project.trusted;
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens once for each command
  useEffect(() => {
    if (input === null) return;
    if (input.conversationId !== conversationId) view.setState({ terminalInput: null });
    else if (mayOpen) void open();
  }, [input, mayOpen, isOpening, conversationId]);
  useEffect(() => () => view.setState({ terminalInput: null }), [view]);

  return (
    <aside
      aria-label={words.title}
      data-terminal-panel
      className="panel flex h-full min-w-0 max-w-full flex-col bg-page [--panel-usual:40rem]"
    >
      <PanelHead
        closeLabel={words.close}
        onClose={onClose}
        title={
          terminals && current ? (
            <Tabs
              {...{ terminals, current, renaming, onRename: setRenaming }}
              onChoose={setChosen}
              onNamed={(name) => {
                setRenaming(null);
                void actions.call('terminal.rename', { terminalId: current.id, name });
              }}
            />
          ) : (
            <h2 className="min-w-0 flex-1 font-strong text-ui">{words.title}</h2>
          )
        }
      >
        {current && (
          <IconButton icon={Plus} label={words.another} size="small" disabled={isOpening} onClick={() => void open()} />
        )}
      </PanelHead>
      <Connection />
      {current && terminals ? (
        <TerminalView
          key={current.id}
          terminal={current}
          name={visibleText(nameOf(current, terminals))}
          isNew={openedIds.current.has(current.id)}
          onRename={() => setRenaming(current.id)}
          onLeft={() => openedIds.current.delete(current.id)}
        />
      ) : (
        terminals && <Start isOpening={isOpening} onOpen={() => void open()} />
      )}
    </aside>
  );
}

interface TabsProps {
  terminals: readonly TerminalInfo[];
  current: TerminalInfo;
  renaming: string | null;
  onChoose(id: string): void;
  onRename(id: string | null): void;
  onNamed(name: string): void;
}

function Tabs({ terminals, current, renaming, onChoose, onRename, onNamed }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === 'F2') onRename(current.id);
    if (step === undefined || renaming !== null) return;
    event.preventDefault();
    const at = terminals.findIndex(({ id }) => id === current.id) + step;
    const next = terminals.at(at % terminals.length);
    if (!next) return;
    onChoose(next.id);
    list.current?.querySelector<HTMLElement>(`[data-terminal-tab="${next.id}"]`)?.focus();
  }
  if (renaming === current.id) {
    return (
      <RenameField
        label={words.nameLabel}
        value={nameOf(current, terminals)}
        className="min-w-0 flex-1"
        onCancel={() => onRename(null)}
        onSave={onNamed}
      />
    );
  }
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={words.list}
      onKeyDown={onKeyDown}
      className="-ml-2 flex min-w-0 flex-1 gap-1 overflow-x-auto p-0.5"
    >
      {terminals.map((each) => {
        const isCurrent = each.id === current.id;
        return (
          <button
            key={each.id}
            type="button"
            role="tab"
            aria-selected={isCurrent}
            tabIndex={isCurrent ? 0 : -1}
            data-terminal-tab={each.id}
            data-state={each.state}
            title={each.cwd}
            onClick={() => onChoose(each.id)}
            onDoubleClick={() => onRename(each.id)}
            className={classes(
              'h-7 max-w-40 shrink-0 truncate rounded-m px-2 text-ui hover:bg-hover',
              isCurrent ? 'bg-soft font-strong' : 'text-ink-3',
            )}
          >
            {visibleText(nameOf(each, terminals))}
          </button>
        );
      })}
    </div>
  );
}

function Connection() {
  const isConnected = useConnected();
  if (isConnected) return null;
  return (
    <p role="status" className="border-line border-b px-4 py-1.5 text-ink-3 text-small">
      {words.lost}
    </p>
  );
}

/** Without a terminal: how to open one, or what that needs first. */
function Start({ isOpening, onOpen }: { isOpening: boolean; onOpen: () => void }) {
  const project = useChatProject();
  const trust = useTrust();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const hasFolder = project?.folder && project.folderExists;
  const [title, hint] = !hasFolder
    ? [words.noFolder, words.noFolderHint]
    : project.trusted
      ? [words.none, words.noneHint]
      : [words.untrusted, words.untrustedHint];
  const act = async (): Promise<void> => {
    if (project && (project.trusted || (await trust.set(project, true)))) onOpen();
  };
  return (
    <div className="flex flex-1 flex-col items-start gap-1 px-4 py-3 text-ui">
      <p>{title}</p>
      <p className="text-ink-3">{hint}</p>
      {hasFolder && (
        <Button ref={button} size="small" className="mt-2" disabled={isOpening} onClick={() => void act()}>
          <Terminal className="size-3.5" strokeWidth={1.75} aria-hidden />
          {isOpening ? words.opening : project.trusted ? words.open : words.trust}
        </Button>
      )}
    </div>
  );
}
