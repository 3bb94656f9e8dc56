// Saves the conversation as a text: which form, then the browser asks where.

import { useEffect, useRef, useState } from 'react';
import type { ExportForm } from '../../shared/contract/browseResources.ts';
import { formatBytes } from '../format/bytes.ts';
import { ChoiceList } from '../settings/ChoiceList.tsx';
import { useActions } from '../state/context.tsx';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import { saveExport } from './saveExport.ts';

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
        <ChoiceList<ExportForm>
          label={words.form}
          value={to}
          onChange={setTo}
          choices={[
            { value: 'markdown', label: words.markdown, hint: words.markdownHint },
            { value: 'json', label: words.json, hint: words.jsonHint },
          ]}
        />
        <p className="text-ink-3 text-small">{words.branch}</p>
        {error !== null && (
          <p role="alert" className="wrap-anywhere text-fail text-ui">
            {words.failed} {error}
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
