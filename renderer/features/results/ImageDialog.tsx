// An image from a result, fitted to the window, with zoom.

import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { lateStrings } from '../../core/lateStrings.ts';
import { strings } from '../../core/strings.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useAttachment } from './useAttachment.ts';

const words = lateStrings.tools.image;
const zoomWords = lateStrings.results.image;
/** Zoom levels in percent of the image's size. */
const steps = [10, 25, 50, 75, 100, 150, 200, 400, 800];

export function ImageDialog({ hash, label, onClose }: { hash: string; label: string; onClose: () => void }) {
  const { url, error } = useAttachment(hash);
  /** Null: fit to the window. */
  const [zoom, setZoom] = useState<number | null>(null);
  const [size, setSize] = useState({ width: 0, shown: 0 });
  const now = zoom ?? (size.width === 0 ? 100 : (size.shown / size.width) * 100);
  const larger = (): void => setZoom(steps.find((step) => step > now + 1) ?? now);
  const smaller = (): void => setZoom(steps.findLast((step) => step < now - 1) ?? now);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = { '+': larger, '=': larger, '-': smaller, '0': () => setZoom(null), '1': () => setZoom(100) }[
      event.key
    ];
    if (!act) return;
    event.preventDefault();
    act();
  }

  return (
    <Modal
      title={label}
      description={words.dialog}
      onClose={onClose}
      className="h-[calc(100dvh-32px)] max-w-[1400px]"
      head={
        url !== null && (
          <div className="flex items-center justify-end gap-1">
            <span className="tabular text-ink-3 text-small" role="status">
              {zoom === null ? zoomWords.fit : zoomWords.percent(Math.round(zoom))}
            </span>
            <IconButton icon={ZoomOut} label={zoomWords.zoomOut} shortcut="-" size="small" onClick={smaller} />
            <IconButton icon={ZoomIn} label={zoomWords.zoomIn} shortcut="+" size="small" onClick={larger} />
            <IconButton icon={Maximize} label={zoomWords.fit} shortcut="0" size="small" onClick={() => setZoom(null)} />
          </div>
        )
      }
    >
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="flex min-h-0 flex-1 overflow-auto bg-soft p-4 focus-visible:-outline-offset-2"
      >
        {url !== null && (
          <img
            src={url}
            alt={label}
            onLoad={({ currentTarget: { naturalWidth, clientWidth } }) =>
              setSize({ width: naturalWidth, shown: clientWidth })
            }
            onDoubleClick={() => setZoom(zoom === null ? 100 : null)}
            style={zoom === null ? undefined : { width: (size.width * zoom) / 100 }}
            className={zoom === null ? 'm-auto max-h-full max-w-full object-contain' : 'm-auto max-w-none'}
          />
        )}
        {url === null && (
          <p className="m-auto text-ink-2 text-ui">
            {error ? strings.sentences.beside([words.failed, error.message]) : words.loading}
          </p>
        )}
      </section>
    </Modal>
  );
}
