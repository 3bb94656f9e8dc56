// Panel of background commands from all conversations: command, runtime and last line, with buttons to read the output and to
// stop it. It is not modal.

import { ScrollText } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import type { BackgroundCommand } from '../../../shared/features/processes/methods.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useApp, useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { lastLine } from '../results/numberedLines.ts';
import { SandboxLine, sandboxOf } from '../results/SandboxLine.tsx';
import { EndCommandButton, ProcessState } from './ProcessState.tsx';
import { commandKey, sortCommands } from './processStore.ts';

const words = lateStrings.processing;

export function ProcessesPanel({ onClose }: { onClose: () => void }) {
  const { processes, view } = useSession();
  const commands = useStore(processes.store, (now) => now.commands);
  useEffect(() => processes.watch(), [processes]);
  return (
    <aside
      data-processes-panel
      aria-label={strings.processes.title}
      tabIndex={-1}
      className="panel flex h-full max-w-full flex-col bg-page focus-visible:outline-none"
    >
      <PanelHead
        title={<h2 className="font-strong text-ui">{strings.processes.title}</h2>}
        closeLabel={words.close}
        onClose={onClose}
      />
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-1">
        {commands.length === 0 && (
          <div className="py-2 text-ui">
            <p>{words.none}</p>
            <p className="mt-0.5 text-ink-3">{words.noneHint}</p>
          </div>
        )}
        <ul className="divide-y divide-line">
          {sortCommands(commands).map((command) => (
            <Row
              key={commandKey(command)}
              command={command}
              onOutput={() => {
                const { conversationId, id } = command;
                view.setState({ dialog: { type: 'processes', command: { conversationId, id } } });
              }}
            />
          ))}
        </ul>
      </div>
    </aside>
  );
}

interface RowProps {
  command: BackgroundCommand;
  onOutput: () => void;
}

function Row({ command, onOutput }: RowProps) {
  const last = lastLine(command.tail);
  const sandbox = sandboxOf(command.sandbox);
  return (
    <li data-process={command.id} data-state={command.state} className="py-3 text-ui">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-56 flex-1">
          <p className="wrap-anywhere line-clamp-4 whitespace-pre-wrap font-mono text-code">
            <VisibleText text={command.command} />
          </p>
          {last !== '' && <p className="mt-0.5 truncate font-mono text-ink-3 text-small">{last}</p>}
          <p className="tabular mt-0.5 flex flex-wrap items-center gap-x-3 text-ink-3 text-small">
            <ProcessState command={command} />
            <ConversationLink command={command} />
            <span title={words.folder(command.cwd)}>{words.pid(command.pid)}</span>
          </p>
          {sandbox && <SandboxLine sandbox={sandbox} />}
        </div>
        <span className="flex gap-1.5">
          <Button size="small" onClick={onOutput} aria-label={words.outputOf(visibleText(command.command))}>
            <ScrollText className="size-3.5" strokeWidth={1.75} aria-hidden />
            {words.output}
          </Button>
          <EndCommandButton command={command} />
        </span>
      </div>
    </li>
  );
}

function ConversationLink({ command }: { command: BackgroundCommand }) {
  const { actions } = useSession();
  const { conversationId } = command;
  const title = useApp((snapshot) => snapshot.conversations.find(({ id }) => id === conversationId)?.title);
  return (
    <button
      type="button"
      onClick={() => actions.show(conversationId)}
      className="max-w-64 truncate rounded-s text-ink-3 underline decoration-line-strong underline-offset-2 hover:text-ink"
    >
      {words.conversation(visibleText(title || words.untitled))}
    </button>
  );
}
