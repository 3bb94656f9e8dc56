// Points at an element of a page's screenshot, and puts it with a comment into the composer.

import { useRef, useState } from 'react';
import type { PageElement } from '../../../shared/features/sharedBrowser/sharedBrowser.ts';
import type { DialogProps } from '../../core/feature.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useConversationView, useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { dialogFootClasses, FormActions } from '../../ui/FormActions.tsx';
import { TextAreaField } from '../../ui/FormFields.tsx';
import { focusComposer } from '../../ui/focus.ts';
import { Modal } from '../../ui/Modal.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { useAttachment } from '../results/useAttachment.ts';
import { PointPicture } from './PointPicture.tsx';
import { aboutElement, cutPicture, elementLabel } from './pointedElement.ts';
import { sharedBrowserWords } from './words.ts';

const labels = sharedBrowserWords.point;
const pictureLabels = lateStrings.tools.image;

export function PointDialog({ hash, page, onClose }: DialogProps<'point'>) {
  const { drafts, uploads } = useSession();
  const id = useConversationView((view) => view.id);
  const { url, error } = useAttachment(hash);
  const [picked, setPicked] = useState<PageElement | null>(null);
  const [comment, setComment] = useState('');
  const picture = useRef<HTMLImageElement>(null);
  const field = useRef<HTMLDivElement>(null);

  function pick(element: PageElement): void {
    setPicked(element);
    requestAnimationFrame(() => field.current?.querySelector('textarea')?.focus());
  }

  async function add(): Promise<void> {
    if (!picked || !picture.current) return;
    const file = await cutPicture(picture.current, page, picked);
    if (file) uploads.add(id, [file]);
    const before = drafts.textOf(id);
    const text = aboutElement(picked, page.url, comment);
    drafts.write(id, before.trim() === '' ? text : `${before}\n\n${text}`);
    onClose();
    // After the dialog has returned the focus.
    requestAnimationFrame(focusComposer);
  }

  return (
    <Modal title={labels.title} description={labels.body} onClose={onClose} className="max-w-[960px]">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
        className="flex min-h-0 flex-1 flex-col text-ui"
      >
        <div className="grid min-h-0 flex-1 grid-cols-1 gap-3 overflow-y-auto p-5">
          <p className="wrap-anywhere text-ink-2">
            <VisibleText text={page.url} />
          </p>
          {url === null ? (
            <p className="text-ink-2">
              {error ? strings.sentences.beside([pictureLabels.failed, error.message]) : pictureLabels.loading}
            </p>
          ) : (
            <PointPicture page={page} url={url} picture={picture} picked={picked} label={elementLabel} onPick={pick} />
          )}
          <p role="status" className="wrap-anywhere font-strong">
            {picked ? elementLabel(picked) : labels.none}
          </p>
          {picked && (
            <div ref={field}>
              <TextAreaField
                label={labels.comment}
                rows={2}
                className="resize-y text-prose"
                value={comment}
                onChange={setComment}
              />
            </div>
          )}
          <p className="text-ink-3 text-small">{labels.body}</p>
        </div>
        <FormActions onCancel={onClose} className={dialogFootClasses}>
          <Button tone="primary" type="submit" disabled={!picked}>
            {labels.add}
          </Button>
        </FormActions>
      </form>
    </Modal>
  );
}
