// One terminal: its screen, and below it where it runs, how it ended and what can be done.

import '@xterm/xterm/css/xterm.css';
import { Ellipsis, Eraser, MonitorX, PenLine, RotateCw, TextQuote } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { TerminalInfo } from '../../../shared/features/terminal/methods.ts';
import { useSession } from '../../core/state/context.tsx';
import { copyText } from '../../core/state/copyText.ts';
import { Button } from '../../ui/Button.tsx';
import { focusComposer } from '../../ui/focus.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuChoice, MenuItem } from '../../ui/Menu.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { quoteOutput } from './quoteOutput.ts';
import { createScreen, type Screen } from './screen.ts';
import { terminalWords as words } from './words.ts';

const screenReaderKey = 'terminal.screenReader';

interface TerminalViewProps {
  terminal: TerminalInfo;
  name: string;
  isNew: boolean;
  onRename: () => void;
  /** The view was closed: next time, its output is replayed. */
  onLeft: () => void;
}

export function TerminalView({ terminal, name, isNew, onRename, onLeft }: TerminalViewProps) {
  const session = useSession();
  const { actions, connection, memory } = session;
  const place = useRef<HTMLDivElement>(null);
  const screen = useRef<Screen | null>(null);
  const [hasSelection, setHasSelection] = useState(false);
  const [screenReader, setScreenReader] = useState(memory.get(screenReaderKey) !== null);
  const isRunning = terminal.state === 'running';
  const latest = { terminal, name, isNew, screenReader, onLeft };
  const props = useRef(latest);
  props.current = latest;

  useEffect(() => {
    if (!place.current) return;
    const now = props.current;
    const made = createScreen(place.current, {
      ...{ connection, terminal: now.terminal, isNew: now.isNew, screenReader: now.screenReader },
      label: words.inputOf(now.name),
      onSelection: setHasSelection,
      copy: (text) => void copyText(text, actions),
      leave: focusComposer,
    });
    screen.current = made;
    made.focus();
    return () => {
      screen.current = null;
      made.dispose();
      props.current.onLeft();
    };
  }, [actions, connection]);
  useEffect(() => {
    if (isRunning) screen.current?.follow();
  }, [isRunning]);

  function quote(): void {
    const text = screen.current?.selection() ?? '';
    if (text.trim() === '') actions.say(words.nothingSelected);
    else quoteOutput(session, text);
  }

  async function restart(): Promise<void> {
    const answer = await actions.call('terminal.restart', { terminalId: terminal.id, cols: 80, rows: 24 });
    if (!answer.ok) return actions.report(answer.error);
    screen.current?.refit();
    screen.current?.focus();
  }

  async function close(): Promise<void> {
    const answer = await actions.call('terminal.close', { terminalId: terminal.id });
    if (!answer.ok) actions.report(answer.error);
  }

  function switchScreenReader(): void {
    memory.set(screenReaderKey, screenReader ? null : 'on');
    screen.current?.setScreenReader(!screenReader);
    setScreenReader(!screenReader);
  }

  return (
    <>
      <div className="min-h-0 flex-1 overflow-hidden py-1 pl-3">
        <div ref={place} data-terminal={terminal.id} className="h-full font-mono text-code" />
      </div>
      <div className="flex min-h-9 shrink-0 items-center gap-2 border-line border-t py-1 pr-2 pl-4 text-ink-3 text-small">
        {isRunning ? (
          <span className="min-w-0 flex-1 truncate" title={terminal.cwd}>
            {terminal.sandboxed && (
              <span title={words.sandboxedHint} className="mr-2 text-ink-2" data-sandboxed>
                {words.sandboxed}
              </span>
            )}
            {visibleText(terminal.cwd)}
          </span>
        ) : (
          <>
            <span role="status" className="min-w-0 flex-1 truncate text-ink-2">
              {words.exited(terminal.exitCode ?? 0)}
            </span>
            <Button size="small" onClick={() => void restart()}>
              <RotateCw className="size-3.5" strokeWidth={1.75} aria-hidden />
              {words.restart}
            </Button>
          </>
        )}
        {isRunning && <span className="shrink-0">{words.leave}</span>}
        <IconButton icon={TextQuote} label={words.quote} size="small" aria-disabled={!hasSelection} onClick={quote} />
        <Menu align="end" side="top" trigger={<IconButton icon={Ellipsis} label={words.more} size="small" />}>
          <MenuItem icon={PenLine} label={words.rename} moves onSelect={onRename} />
          <MenuItem icon={Eraser} label={words.clear} onSelect={() => screen.current?.clear()} />
          {isRunning && <MenuItem icon={RotateCw} label={words.restart} onSelect={() => void restart()} />}
          <MenuChoice label={words.screenReader} chosen={screenReader} onSelect={switchScreenReader} />
          <MenuItem
            icon={MonitorX}
            label={words.end}
            name={words.endOf(name)}
            tone="danger"
            onSelect={() => void close()}
          />
        </Menu>
      </div>
    </>
  );
}
