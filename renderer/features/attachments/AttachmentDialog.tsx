// Preview of an attachment: an image, text, or only the name of anything else. Any can be saved as a copy; nothing is
// ever opened, run or followed from here.

import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AttachmentRef } from '../../../shared/conversation/attachments.ts';
import { formatBytes } from '../../core/format/amounts.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions } from '../../core/state/context.tsx';
import { readAttachment } from '../../core/state/readAttachment.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { type PaneText, TextPane } from '../results/TextPane.tsx';
import { drawable, useAttachment } from '../results/useAttachment.ts';
import { attachmentKind } from './attachmentKind.ts';

const words = strings.attachments;
/** Max bytes of text shown. */
const maxVisible = 400_000;

export interface AttachmentDialogProps {
  conversationId: string;
  attachment: AttachmentRef;
  onClose: () => void;
}

export function AttachmentDialog({ conversationId, attachment, onClose }: AttachmentDialogProps) {
  const { hash, name, mediaType } = attachment;
  const kind = attachmentKind(mediaType);
  const { call, report } = useActions();
  const [saving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    setSaving(true);
    const read = await readAttachment(call, { conversationId, hash });
    setSaving(false);
    if (!read.ok) return report(read.error);
    saveFile(name, [read.value.bytes]);
  };
  return (
    <Modal
      title={name}
      description={words.kind[kind]}
      onClose={onClose}
      className={kind === 'image' ? 'h-[calc(100dvh-2rem)] max-w-[80rem]' : 'max-w-[54rem]'}
      head={
        <div className="flex items-center justify-end gap-2">
          <span className="tabular hidden shrink-0 text-ink-3 text-small narrow:inline">
            {words.kind[kind]} · {formatBytes(attachment.bytes)}
          </span>
          <Button size="small" disabled={saving} onClick={() => void save()}>
            <Download className="size-3.5" strokeWidth={1.75} aria-hidden />
            {words.save}
          </Button>
        </div>
      }
    >
      {kind === 'image' && drawable(mediaType) && <Picture conversationId={conversationId} hash={hash} label={name} />}
      {kind === 'image' && !drawable(mediaType) && (
        <p className="wrap-anywhere px-5 py-6 text-ink-2 text-ui">{lateStrings.tools.image.otherType(mediaType)}</p>
      )}
      {kind === 'text' && <Words conversationId={conversationId} hash={hash} name={name} />}
      {(kind === 'pdf' || kind === 'other') && <p className="px-5 py-6 text-ink-2 text-ui">{words.pdfHint}</p>}
    </Modal>
  );
}

function Picture({ conversationId, hash, label }: { conversationId: string; hash: string; label: string }) {
  const { url, error } = useAttachment(hash, conversationId);
  return (
    <div className="flex min-h-0 flex-1 items-center justify-center bg-soft p-4">
      {url === null ? (
        <p className="text-ink-2 text-ui" role="status">
          {error ? strings.sentences.beside([words.failed, error.message]) : words.loading}
        </p>
      ) : (
        <img src={url} alt={label} className="max-h-full max-w-full object-contain" />
      )}
    </div>
  );
}

function Words({ conversationId, hash, name }: { conversationId: string; hash: string; name: string }) {
  const { call } = useActions();
  const [preview, setPreview] = useState<(PaneText & { cut: boolean }) | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const place = { conversationId, hash, most: maxVisible, signal: controller.signal };
    void readAttachment(call, place).then((read) => {
      if (controller.signal.aborted) return;
      if (!read.ok)
        return setPreview({
          text: strings.sentences.beside([words.failed, read.error.message]),
          cut: false,
          failed: true,
        });
      const text = new TextDecoder().decode(read.value.bytes);
      // Drops a character cut in half at the end of a page.
      setPreview({ text: read.value.cut ? text.replace(/\ufffd+$/, '') : text, cut: read.value.cut, failed: false });
    });
    return () => controller.abort();
  }, [call, conversationId, hash]);
  return (
    <>
      <TextPane label={name} content={preview} loading={words.loading} />
      {preview && !preview.failed && (
        <div className="flex min-h-10 shrink-0 items-center gap-2 border-line border-t px-5 py-1 text-ink-3 text-small">
          <span className="min-w-0 flex-1">{preview.cut && words.cut}</span>
          {!preview.cut && <CopyButton text={preview.text} label={words.copy} />}
        </div>
      )}
    </>
  );
}
