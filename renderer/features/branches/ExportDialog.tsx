// Saves the conversation as a text: which form, then the browser asks where.

import { useEffect, useRef, useState } from 'react';
import type { ExportForm } from '../../../shared/contract/conversation.ts';
import { ok, type Result } from '../../../shared/errors.ts';
import { formatBytes } from '../../core/format/bytes.ts';
import type { Actions } from '../../core/state/actions.ts';
import { useActions, useApp } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';

const words = strings.branches.export;

export function ExportDialog({ conversationId, onClose }: { conversationId: string; onClose: () => void }) {
  const { call, say } = useActions();
  const [to, setTo] = useState<ExportForm>('markdown');
  const [bytes, setBytes] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const going = useRef<AbortController | null>(null);
  useEffect(() => () => going.current?.abort(), []);
  const save = async (): Promise<void> => {
    const controller = new AbortController();
    going.current = controller;
    setError(null);
    setBytes(0);
    const saved = await saveExport({ call, conversationId, to, signal: controller.signal, onProgress: setBytes });
    if (controller.signal.aborted) return;
    setBytes(null);
    if (!saved.ok) return setError(saved.error.message);
    say(words.saved(saved.value));
    onClose();
  };
  return (
    <Modal title={words.title} onClose={onClose} className="max-w-[480px]">
      <div className="grid min-h-0 flex-1 grid-cols-1 content-start gap-3 overflow-y-auto p-5">
        <Exported conversationId={conversationId} />
        <ChoiceList<ExportForm>
          label={words.form}
          value={to}
          onChange={setTo}
          choices={[
            { value: 'markdown', label: words.markdown, hint: words.markdownHint },
            { value: 'json', label: words.json, hint: words.jsonHint },
          ]}
        />
        {error !== null && (
          <p role="alert" className="wrap-anywhere text-fail text-ui">
            {strings.sentences.beside([words.failed, error])}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2 border-line border-t px-5 py-3">
        <p role="status" className="tabular min-w-0 flex-1 text-ink-3 text-small">
          {bytes === null ? '' : words.saving(formatBytes(bytes))}
        </p>
        <Button tone="ghost" onClick={onClose}>
          {strings.ui.cancel}
        </Button>
        <Button tone="primary" disabled={bytes !== null} onClick={() => void save()}>
          {words.save}
        </Button>
      </div>
    </Modal>
  );
}

/** Which conversation it is, and how much of it there is. */
function Exported({ conversationId }: { conversationId: string }) {
  const { call } = useActions();
  const row = useApp(({ conversations }) => conversations.find(({ id }) => id === conversationId));
  const [beside, setBeside] = useState<number | null>(null);
  useEffect(() => {
    let gone = false;
    // Without it everything else is said all the same.
    void call('conversation.forks', { conversationId, limit: 1 }).then(
      (answer) => gone || !answer.ok || setBeside(answer.value.beside),
    );
    return () => {
      gone = true;
    };
  }, [call, conversationId]);
  const count = row?.messageCount ?? null;
  const facts = [
    count === null ? '' : words.records(count),
    beside === null ? '' : beside === 0 ? words.whole : words.beside(beside),
  ];
  return (
    <div>
      <p className="wrap-anywhere font-strong text-ui">
        <VisibleText text={row?.title || strings.sidebar.untitled} />
      </p>
      <p className="tabular min-h-4 text-ink-3 text-small" role="status">
        {facts.filter(Boolean).join(' · ')}
      </p>
    </div>
  );
}

/**
 * The open branch as a file of the person's, piece by piece: the browser keeps the pieces, the window holds one at a time.
 */
interface SaveExport {
  call: Actions['call'];
  conversationId: string;
  to: ExportForm;
  signal: AbortSignal;
  /** Told how many bytes are there. */
  onProgress(bytes: number): void;
}

/** Gives the name of the file. */
async function saveExport({ call, conversationId, to, signal, onProgress }: SaveExport): Promise<Result<string>> {
  const pieces: Blob[] = [];
  let bytes = 0;
  let name = '';
  let cursor: string | null = null;
  do {
    const answer: Awaited<ReturnType<typeof call<'conversation.export'>>> = await call(
      'conversation.export',
      { conversationId, to, cursor },
      signal,
    );
    if (!answer.ok) return answer;
    const piece = new Blob([answer.value.text]);
    pieces.push(piece);
    bytes += piece.size;
    ({ name, cursor } = answer.value);
    onProgress(bytes);
  } while (cursor !== null);
  saveFile(name, pieces);
  return ok(name);
}
