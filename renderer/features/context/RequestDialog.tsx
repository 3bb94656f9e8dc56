// The exact body of the next request, as its provider receives it or converted to another provider's format.

import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { type RequestFormatName, requestFormatNames } from '../../../shared/features/conversations/methods.ts';
import { formatBytes } from '../../core/format/amounts.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions, useConversationView, useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { FindField } from '../../ui/FindField.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { RequestText } from './RequestText.tsx';
import { findMatches, maxMatches, maxRowLength, requestLines } from './requestLines.ts';

const words = lateStrings.context.request;
const viewer = strings.calls.viewer;

export function RequestDialog({ onClose }: { onClose: () => void }) {
  const [form, setForm] = useState<RequestFormatName>('provider');
  const { body, error, hasDraft } = useRequest(form);
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const [columns, setColumns] = useState(maxRowLength);
  const lines = useMemo(() => (body === undefined ? null : requestLines(body, columns)), [body, columns]);
  const exact = useMemo(() => (body === undefined ? '' : JSON.stringify(body)), [body]);
  const bytes = useMemo(() => new TextEncoder().encode(exact).length, [exact]);
  const search = useDeferredValue(query);
  const matches = useMemo(() => (lines ? findMatches(lines, search) : []), [lines, search]);
  const step = (by: number): void => {
    if (matches.length > 0) setAt((at + by + matches.length) % matches.length);
  };
  const place = Math.min(at, Math.max(0, matches.length - 1));
  return (
    <Modal
      title={words.title}
      onClose={onClose}
      className="h-[min(860px,calc(100dvh-32px))] max-w-[1040px]"
      head={
        <FindField
          label={words.search}
          text={query}
          status={searchSaid(search, matches.length, place)}
          onText={(text) => {
            setQuery(text);
            setAt(0);
          }}
          onStep={step}
        />
      }
    >
      <Forms form={form} onChoose={setForm} />
      {error !== null && (
        <p role="alert" className="wrap-anywhere px-5 py-3 text-fail text-ui">
          {error}
        </p>
      )}
      {lines === null && error === null && <p className="flex-1 px-5 py-3 text-ink-3 text-ui">{words.loading}</p>}
      {lines !== null && <RequestText lines={lines} matches={matches} at={place} onColumns={setColumns} />}
      <div className="flex min-h-10 shrink-0 items-center gap-3 border-line border-t px-5 py-1.5 text-ink-3 text-small">
        {lines !== null && <span className="tabular shrink-0">{formatBytes(bytes)}</span>}
        <span className="min-w-0">{hasDraft ? words.withDraft : words.withContinue}</span>
        <span className="ml-auto shrink-0">{lines !== null && <CopyButton text={exact} label={words.copy} />}</span>
      </div>
    </Modal>
  );
}

/** The body in a format; keeps the previous one until the next arrives. */
function useRequest(form: RequestFormatName): { body: unknown; error: string | null; hasDraft: boolean } {
  const { call } = useActions();
  const { drafts } = useSession();
  const conversationId = useConversationView((view) => view.id);
  const [draft] = useState(() => drafts.textOf(conversationId).trim());
  const [attachments] = useState(() => [...drafts.attachmentsOf(conversationId)]);
  const [answer, setAnswer] = useState<{ body: unknown; error: string | null }>({ body: undefined, error: null });
  useEffect(() => {
    if (conversationId === null) return;
    const controller = new AbortController();
    const files = attachments.length > 0 ? { text: draft, attachments } : {};
    const draftContent = draft === '' ? files : { ...files, text: draft };
    void call('conversation.request', { conversationId, form, ...draftContent }, controller.signal).then((result) => {
      if (controller.signal.aborted) return;
      if (result.ok) setAnswer({ body: result.value.body, error: null });
      else setAnswer({ body: undefined, error: result.error.message });
    });
    return () => controller.abort();
  }, [call, conversationId, form, draft, attachments]);
  return { ...answer, hasDraft: draft !== '' || attachments.length > 0 };
}

function Forms({ form, onChoose }: { form: RequestFormatName; onChoose: (form: RequestFormatName) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: fieldset is for forms
    <div
      role="group"
      aria-label={words.form}
      className="flex shrink-0 gap-0.5 overflow-x-auto border-line border-b px-4 py-1.5"
    >
      {requestFormatNames.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === form}
          onClick={() => onChoose(name)}
          className="shrink-0 rounded-m px-2 py-0.5 text-ink-3 text-small hover:text-ink aria-pressed:bg-soft aria-pressed:text-ink"
        >
          {words.forms[name]}
        </button>
      ))}
    </div>
  );
}

function searchSaid(text: string, count: number, at: number): string {
  if (text === '') return '';
  return count === 0 ? viewer.none : viewer.matches(at + 1, count === maxMatches ? `${count}+` : String(count));
}
