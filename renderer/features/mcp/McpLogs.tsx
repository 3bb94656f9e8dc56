// A server's output, messages and lifecycle events. Reloaded by a button and whenever the server changes.

import { RotateCw } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { McpLogLine, McpServerRef } from '../../../shared/features/mcp/methods.ts';
import { useActions } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { englishOf } from '../../core/words/hostTranslations.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useRovingFocus } from '../../ui/useRovingFocus.ts';
import { type NameScope, NameScopeContext } from '../markdown/fileLinks/nameScope.ts';
import { AnsiText } from '../results/AnsiText.tsx';
import { LinkedAnsi } from '../results/LinkedParts.tsx';
import { serverKey, useMcp } from './mcpStore.ts';
import { mcpWords } from './words.ts';

const words = mcpWords.logs;
const maxVisible = 500;
/** A server of all projects runs in the home folder. */
const elsewhere: NameScope = { relative: 'none' };
const inFolder: NameScope = {};

export function McpLogs({ server }: { server: McpServerRef }) {
  const { lines, error, load } = useLogs(server);
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the newest line
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [lines]);
  const roving = useRovingFocus();
  const visibleLines = lines.slice(-maxVisible);
  return (
    <section aria-label={words.title} className="mt-5">
      <div className="flex items-center gap-1">
        <h4 className="flex-1 font-strong text-ui">{words.title}</h4>
        <IconButton icon={RotateCw} label={words.refresh} size="small" onClick={load} />
        {lines.length > 0 && <CopyButton text={() => lines.map(plainLine).join('\n')} label={words.copy} />}
      </div>
      {error !== null && (
        <p role="alert" className="wrap-anywhere text-fail text-ui">
          {error}
        </p>
      )}
      {visibleLines.length === 0 && error === null && <p className="mt-1 text-ink-3 text-ui">{words.empty}</p>}
      {visibleLines.length > 0 && (
        <section
          ref={box}
          aria-label={words.region(server.name)}
          className="mt-1 max-h-72 overflow-y-auto rounded-l border border-line bg-page px-3 py-2 font-mono text-code focus-visible:-outline-offset-2"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
          tabIndex={0}
          data-file-links
          {...roving}
        >
          <NameScopeContext value={server.origin.type === 'global' ? elsewhere : inFolder}>
            {visibleLines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id
              <Line key={index} line={line} />
            ))}
          </NameScopeContext>
        </section>
      )}
    </section>
  );
}

function Line({ line }: { line: McpLogLine }) {
  const bad = /^(?:error|critical|alert|emergency|fatal)$/i.test(line.level);
  const source = line.source === 'stderr' ? words.sources.stderr : line.level || words.sources[line.source];
  return (
    <p className="wrap-anywhere whitespace-pre-wrap">
      <span className="tabular select-none text-ink-3">{clock(line.at)} </span>
      <span className={classes(bad ? 'text-fail' : 'text-ink-3')}>{source} </span>
      <span className={classes(line.source === 'app' ? 'font-sans text-ink-2 text-ui' : '')}>
        {line.source === 'app' ? (
          <AnsiText text={strings.sentences.host(line.text)} />
        ) : (
          <LinkedAnsi text={englishOf(line.text)} />
        )}
      </span>
    </p>
  );
}

function clock(at: string): string {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? '' : time.toLocaleTimeString('en-GB');
}

function plainLine({ at, source, level, text }: McpLogLine): string {
  return [at, source, level, text].join(' ');
}

function useLogs(server: McpServerRef): { lines: McpLogLine[]; error: string | null; load: () => void } {
  const { call } = useActions();
  const changes = useMcp((now) => now.changes);
  const [answer, setAnswer] = useState<{ lines: McpLogLine[]; error: string | null }>({ lines: [], error: null });
  const [count, setCount] = useState(0);
  const key = serverKey(server);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `changes` and `count` reload; `key` is the server
  useEffect(() => {
    const controller = new AbortController();
    const { origin, name } = server;
    void call('mcp.logs', { server: { origin, name } }, controller.signal).then((result) => {
      if (controller.signal.aborted) return;
      if (result.ok) setAnswer({ lines: result.value.lines, error: null });
      else setAnswer((before) => ({ ...before, error: result.error.message }));
    });
    return () => controller.abort();
  }, [call, key, changes, count]);
  const load = useCallback(() => setCount((now) => now + 1), []);
  return { ...answer, load };
}
