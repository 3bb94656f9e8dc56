// A call's full output of any size: loads pages on scrolling, can jump to any line, and searches all of it on the host.

import { useEffect, useMemo, useRef, useState } from 'react';
import { useActions, useConversationView, useSession, useView } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Modal } from '../../ui/Modal.tsx';
import { OutputSearch } from '../files/pages/OutputSearch.tsx';
import { PagedText, type PagedTextHandle } from '../files/pages/PagedText.tsx';
import { PagesFooter } from '../files/pages/PagesFooter.tsx';
import { createTextPages } from '../files/pages/textPages.ts';
import { useFindKeys } from '../files/pages/useFindKeys.ts';
import { type FindMatches, useOutputSearch } from '../files/pages/useOutputSearch.ts';
import { NameScopeContext } from '../markdown/fileLinks/nameScope.ts';
import { scopeOfResult } from './callScope.ts';

const words = strings.calls.viewer;
const maxMatches = 1000;

export interface OutputDialogProps {
  messageId: string;
  title: string;
  /** Initial search, and the byte offset of the current match. */
  find?: string | undefined;
  place?: number | undefined;
  /** Focuses the search field initially. */
  search?: boolean | undefined;
  onClose: () => void;
}

export function OutputDialog({
  messageId,
  title,
  find: begun,
  place,
  search: searching = false,
  onClose,
}: OutputDialogProps) {
  const { call } = useActions();
  const conversationId = useConversationView((view) => view.id) ?? '';
  const wrap = useView((view) => view.wrapLines);
  const { conversation } = useSession();
  const scope = useMemo(
    () => scopeOfResult(conversation.store.getState().messageWindow.messages, messageId),
    [conversation, messageId],
  );
  const pages = useMemo(() => {
    const result = { conversationId, messageId };
    return createTextPages({
      read: (offset, limit) => call('toolResult.read', { ...result, offset, limit }),
      async lineAt(offset) {
        const answer = await call('toolResult.place', { ...result, offset });
        return answer.ok ? answer.value.line : null;
      },
    });
  }, [call, conversationId, messageId]);
  const find = useMemo(
    (): FindMatches => (text, signal) =>
      call('toolResult.search', { conversationId, messageId, text, limit: maxMatches }, signal),
    [call, conversationId, messageId],
  );
  const text = useRef<PagedTextHandle>(null);
  const show = (offset: number): void => void text.current?.show(offset);
  const search = useOutputSearch({ find, onShow: show, text: begun, place });
  const [topOffset, setTopOffset] = useState(0);
  const keys = useFindKeys(search);
  useEffect(() => {
    if (place !== undefined) void text.current?.show(place);
    if (!searching) return;
    // The dialog takes the focus when it opens; run after that.
    const frame = requestAnimationFrame(keys.focusField);
    return () => cancelAnimationFrame(frame);
  }, [searching, place, keys.focusField]);

  async function toLine(line: number): Promise<void> {
    const answer = await call('toolResult.place', { conversationId, messageId, line });
    if (answer.ok) show(answer.value.offset);
  }

  const match = search.settled ? search.matches[search.at] : undefined;
  return (
    <Modal
      title={title}
      description={words.title}
      onClose={onClose}
      className="h-[min(860px,calc(100dvh-32px))] max-w-[1040px]"
      head={<OutputSearch search={search} />}
    >
      <div ref={keys.element} className="flex min-h-0 flex-1 flex-col bg-soft pt-1">
        <NameScopeContext value={scope}>
          <PagedText
            ref={text}
            pages={pages}
            label={words.title}
            wrap={wrap}
            find={{ text: search.settled ? search.text : '', at: match?.offset ?? null }}
            onPlace={setTopOffset}
          />
        </NameScopeContext>
      </div>
      <PagesFooter
        pages={pages}
        topOffset={topOffset}
        name={`${title}.txt`}
        onShow={show}
        onLine={(line) => void toLine(line)}
      />
    </Modal>
  );
}
