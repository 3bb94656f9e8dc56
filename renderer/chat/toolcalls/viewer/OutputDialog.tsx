// The full output of a call, however large: pages come as one scrolls, a slider goes anywhere, and the search looks
// through all of it on the host.

import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand/react';
import { formatBytes } from '../../../format/bytes.ts';
import { useActions, useConversationView } from '../../../state/context.tsx';
import { strings } from '../../../strings.ts';
import { Modal } from '../../../ui/Modal.tsx';
import { OutputSearch } from './OutputSearch.tsx';
import { OutputText } from './OutputText.tsx';
import { createOutputPages, type OutputWindow } from './outputPages.ts';
import { useOutputSearch } from './useOutputSearch.ts';

const words = strings.calls.viewer;

export function OutputDialog({ messageId, title, onClose }: { messageId: string; title: string; onClose: () => void }) {
  const { call } = useActions();
  const conversationId = useConversationView((view) => view.id) ?? '';
  const pages = useMemo(
    () => createOutputPages((offset, limit) => call('toolResult.read', { conversationId, messageId, offset, limit })),
    [call, conversationId, messageId],
  );
  const shown = useStore(pages.store);
  const search = useOutputSearch(conversationId, messageId, (offset) => void pages.jump(offset));
  useEffect(() => void pages.jump(0), [pages]);
  return (
    <Modal
      title={title}
      description={words.title}
      onClose={onClose}
      className="h-[min(860px,calc(100dvh-32px))] max-w-[1040px]"
      head={<OutputSearch search={search} />}
    >
      <OutputText pages={pages} shown={shown} search={search} />
      <Foot shown={shown} onJump={(offset) => void pages.jump(offset)} />
    </Modal>
  );
}

function Foot({ shown, onJump }: { shown: OutputWindow; onJump: (offset: number) => void }) {
  const { pages, total, error } = shown;
  const from = pages[0]?.offset ?? 0;
  const [held, setHeld] = useState<number | null>(null);
  const whole = total ?? 0;
  const end = pages.at(-1)?.end ?? 0;
  const text = total === null ? words.loading : words.shown(formatBytes(from), formatBytes(end), formatBytes(whole));
  return (
    <div className="flex h-10 shrink-0 items-center gap-4 border-line border-t px-5 text-ink-3 text-small">
      {error ? (
        <span className="truncate text-fail" role="alert">
          {error.message}
        </span>
      ) : (
        <span className="tabular whitespace-nowrap">{end - from >= whole ? formatBytes(whole) : text}</span>
      )}
      {whole > end - from && (
        <input
          type="range"
          aria-label={words.position}
          className="min-w-24 flex-1 accent-accent"
          min={0}
          max={whole}
          step={Math.max(1, Math.floor(whole / 1000))}
          value={held ?? from}
          onChange={(event) => setHeld(Number(event.target.value))}
          onPointerUp={() => {
            if (held !== null) onJump(held);
            setHeld(null);
          }}
          onKeyUp={() => {
            if (held !== null) onJump(held);
            setHeld(null);
          }}
        />
      )}
    </div>
  );
}
