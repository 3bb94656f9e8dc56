// The output of a background command, in pages. Starts at the end and follows new output.

import { ChevronLeft } from 'lucide-react';
import { memo, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand/react';
import { leadingFolder } from '../../../shared/features/files/commandFolder.ts';
import type { BackgroundCommand } from '../../../shared/features/processes/methods.ts';
import type { DialogProps } from '../../core/feature.ts';
import { formatBytes } from '../../core/format/amounts.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions, useConversationView, useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useRovingFocus } from '../../ui/useRovingFocus.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { type NameScope, NameScopeContext } from '../markdown/fileLinks/nameScope.ts';
import { terminalLines } from '../results/ansi.ts';
import { LinkedParts } from '../results/LinkedParts.tsx';
import { createOutputPages, type OutputPages, type OutputWindow } from './outputPages.ts';
import { EndCommandButton, ProcessState } from './ProcessState.tsx';
import { commandKey } from './processStore.ts';

const near = 600;

const words = lateStrings.processing;

interface ProcessOutputProps {
  command: BackgroundCommand;
  onClose: () => void;
}

/** Renders nothing once the command is no longer listed. */
export function ProcessOutputDialog({ command: of, onClose }: DialogProps<'processes'>) {
  const { processes } = useSession();
  const command = useStore(processes.store, ({ commands }) =>
    commands.find((candidate) => commandKey(candidate) === commandKey(of)),
  );
  useEffect(() => processes.watch(), [processes]);
  return command ? <ProcessOutput command={command} onClose={onClose} /> : null;
}

function ProcessOutput({ command, onClose }: ProcessOutputProps) {
  const { call } = useActions();
  const { conversationId, id, bytes } = command;
  const pages = useMemo(
    () =>
      createOutputPages((offset, limit) => call('process.output', { conversationId, processId: id, offset, limit })),
    [call, conversationId, id],
  );
  const output = useStore(pages.store);
  const page = useRef<HTMLDivElement>(null);
  const first = useRef(true);
  useEffect(() => {
    const scroller = page.current?.querySelector('[role="document"]');
    const atEnd = scroller ? scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 40 : true;
    // Doesn't scroll for a user who has scrolled up.
    if (!first.current && !atEnd) return;
    first.current = false;
    void pages.jump(bytes).then(() => {
      const now = page.current?.querySelector('[role="document"]');
      requestAnimationFrame(() => now?.scrollTo({ top: now.scrollHeight }));
    });
  }, [pages, bytes]);
  const end = output.pages.at(-1)?.end ?? 0;
  // The names of another conversation's command are relative to its folder.
  const isHere = useConversationView((view) => view.id) === conversationId;
  const scope = useMemo<NameScope>(
    () => (isHere ? { folder: leadingFolder(command.command) } : { relative: 'none' }),
    [isHere, command.command],
  );
  return (
    <Modal
      title={visibleText(command.command)}
      description={words.output}
      onClose={onClose}
      className="h-[min(760px,calc(100dvh-32px))] max-w-[960px]"
    >
      <div ref={page} className="flex min-h-0 flex-1 flex-col">
        {output.error && (
          <p role="alert" className="wrap-anywhere px-5 py-2 text-fail text-ui">
            {output.error.message}
          </p>
        )}
        {bytes === 0 && end === 0 ? (
          <p className="flex-1 px-5 py-4 text-ink-3 text-ui">{words.noOutput}</p>
        ) : (
          <NameScopeContext value={scope}>
            <OutputText pages={pages} output={output} />
          </NameScopeContext>
        )}
        <div className="tabular flex min-h-11 shrink-0 flex-wrap items-center gap-3 border-line border-t px-4 py-1.5 text-ink-3 text-small">
          <Button size="small" tone="ghost" className="-ml-2" onClick={onClose}>
            <ChevronLeft className="size-4" strokeWidth={1.75} aria-hidden />
            {words.back}
          </Button>
          <ProcessState command={command} />
          <span>{formatBytes(Math.max(bytes, output.total ?? 0))}</span>
          <span className="ml-auto">
            <EndCommandButton command={command} />
          </span>
        </div>
      </div>
    </Modal>
  );
}

/** The loaded pages of output. Scrolling near an end loads the next page; unloading a page at the top keeps the scroll position. */
function OutputText({ pages, output }: { pages: OutputPages; output: OutputWindow }) {
  const scroller = useRef<HTMLDivElement>(null);
  const anchor = useRef<{ offset: number; top: number } | null>(null);
  const first = output.pages[0];
  const roving = useRovingFocus();

  const onScroll = (): void => {
    const element = scroller.current;
    if (!element) return;
    anchor.current = anchorOf(element);
    if (element.scrollTop < near) void pages.previous();
    if (element.scrollHeight - element.scrollTop - element.clientHeight < near) void pages.next();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: keeps the scroll position when pages load and unload
  useLayoutEffect(() => {
    const element = scroller.current;
    const savedAnchor = anchor.current;
    if (!element || !savedAnchor) return;
    const page = element.querySelector<HTMLElement>(`[data-page="${savedAnchor.offset}"]`);
    if (page) element.scrollTop += page.getBoundingClientRect().top - savedAnchor.top;
  }, [output.pages]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: leaves room to scroll up to earlier pages
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    if (first) element.scrollTop = first.offset === 0 ? 0 : near + 1;
    anchor.current = anchorOf(element);
  }, [output.pages.length === 1 ? first?.offset : -1]);

  return (
    <div
      ref={scroller}
      onScroll={onScroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      role="document"
      aria-label={strings.calls.viewer.title}
      className="min-h-0 flex-1 overflow-y-auto bg-soft px-5 py-4 [overflow-anchor:none]"
      data-file-links
      {...roving}
    >
      {output.pages.map(({ offset, text }) => (
        <pre key={offset} data-page={offset} className="wrap-anywhere whitespace-pre-wrap text-code">
          <OutputLines text={text} />
        </pre>
      ))}
    </div>
  );
}

const OutputLines = memo(function OutputLines({ text }: { text: string }) {
  const lines = useMemo(() => terminalLines(text.replace(/\n$/, '')), [text]);
  return lines.map((parts, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id
    <div key={at}>{parts.length === 0 ? '\u200b' : <LinkedParts parts={parts} />}</div>
  ));
});

/** The page at the top of the viewport, and its offset. */
function anchorOf(element: HTMLElement): { offset: number; top: number } | null {
  const top = element.getBoundingClientRect().top;
  for (const page of element.querySelectorAll<HTMLElement>('[data-page]')) {
    const box = page.getBoundingClientRect();
    if (box.bottom > top) return { offset: Number(page.dataset.page), top: box.top };
  }
  return null;
}
