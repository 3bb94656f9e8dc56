// A command and its terminal output, with its exit status. While it runs, scrolls along if the user is at the end.

import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { ToolDetails } from '../../../shared/conversation/message.ts';
import { strings } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { useRovingFocus } from '../../ui/useRovingFocus.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { terminalLines } from './ansi.ts';
import { LazyLines } from './LazyLines.tsx';
import { LinkedParts } from './LinkedParts.tsx';
import { SandboxLine, sandboxOf } from './SandboxLine.tsx';

export interface TerminalViewProps {
  /** Null: the output of a command that another call started. */
  command: string | null;
  output: string;
  details?: ToolDetails | undefined;
  live?: boolean;
}

export function TerminalView({ command, output, details, live = false }: TerminalViewProps) {
  const end = useFollowed(live, output);
  const roving = useRovingFocus();
  const lines = useMemo(() => (output === '' ? [] : terminalLines(output.replace(/\n$/, ''))), [output]);
  const sandbox = sandboxOf(details?.sandbox);
  const failed = typeof details?.exitCode === 'number' && details.exitCode !== 0;
  return (
    <div className="px-3 py-2.5 font-mono text-code">
      {command !== null && (
        <pre className="wrap-anywhere whitespace-pre-wrap">
          <span className="select-none text-ink-3">$ </span>
          <VisibleText text={command} />
        </pre>
      )}
      {lines.length > 0 && (
        <pre
          data-file-links
          className={classes('wrap-anywhere whitespace-pre-wrap text-ink-2', command !== null && 'mt-1')}
          {...roving}
        >
          <LazyLines
            lines={lines}
            render={(parts, index) => (
              <div key={index}>{parts.length === 0 ? '\u200b' : <LinkedParts parts={parts} />}</div>
            )}
          />
        </pre>
      )}
      {typeof details?.exitCode === 'number' && (
        <p className={classes('mt-1.5 font-sans text-small', failed ? 'text-fail' : 'text-ink-3')}>
          {strings.calls.exit(details.exitCode)}
          {details.timedOut ? ` · ${strings.calls.timedOut}` : ''}
        </p>
      )}
      {sandbox && <SandboxLine sandbox={sandbox} />}
      <div ref={end} />
    </div>
  );
}

const nearEnd = 24;

function useFollowed(live: boolean, output: string) {
  const end = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  useEffect(() => {
    const scroller = end.current?.closest('[data-scroll]');
    if (!live || !scroller) return;
    const look = (): void => {
      atEnd.current = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < nearEnd;
    };
    scroller.addEventListener('scroll', look, { passive: true });
    return () => scroller.removeEventListener('scroll', look);
  }, [live]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls along with live output
  useLayoutEffect(() => {
    const scroller = end.current?.closest('[data-scroll]');
    if (live && atEnd.current && scroller) scroller.scrollTop = scroller.scrollHeight;
  }, [live, output]);
  return end;
}
