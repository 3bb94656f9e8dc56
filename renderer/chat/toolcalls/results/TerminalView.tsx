// A command and what it printed, as a terminal shows it, with how it ended.

import { useEffect, useRef } from 'react';
import type { ToolDetails } from '../../../../shared/conversation/message.ts';
import { strings } from '../../../strings.ts';
import { classes } from '../../../ui/classes.ts';
import { VisibleText } from '../../../ui/VisibleText.tsx';
import { AnsiText } from './AnsiText.tsx';

export function TerminalView({
  command,
  output,
  details,
  live = false,
}: {
  command: string;
  output: string;
  details?: ToolDetails | undefined;
  live?: boolean;
}) {
  const end = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: live output is followed to its end
  useEffect(() => {
    const scroller = end.current?.closest('[data-scroll]');
    if (live && scroller) scroller.scrollTop = scroller.scrollHeight;
  }, [live, output]);
  const failed = typeof details?.exitCode === 'number' && details.exitCode !== 0;
  return (
    <div className="px-3 py-2.5 font-mono text-code">
      <pre className="wrap-anywhere whitespace-pre-wrap">
        <span className="select-none text-ink-3">$ </span>
        <VisibleText text={command} />
      </pre>
      {output !== '' && (
        <pre className="wrap-anywhere mt-1 whitespace-pre-wrap text-ink-2">
          <AnsiText text={output} />
        </pre>
      )}
      {typeof details?.exitCode === 'number' && (
        <p className={classes('mt-1.5 font-sans text-small', failed ? 'text-fail' : 'text-ink-3')}>
          {strings.calls.exit(details.exitCode)}
          {details.timedOut ? ` · ${strings.calls.timedOut}` : ''}
        </p>
      )}
      <div ref={end} />
    </div>
  );
}
