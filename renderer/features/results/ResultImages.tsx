// Images of a result. Loaded from the host when the box opens and drawn from memory, never from a URL; undrawable ones get a
// description.

import { type DragEvent, useState } from 'react';
import type { ToolMessage } from '../../../shared/conversation/message.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { sanitizeFileName } from '../../ui/saveFile.ts';
import { drawable, useAttachment } from './useAttachment.ts';

const words = lateStrings.tools.image;

export function ResultImages({ result, sentence }: { result: ToolMessage; sentence: string }) {
  const all = result.attachments ?? [];
  if (all.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2 px-3 py-2.5">
      {all.map(({ hash, mediaType }, index) => {
        const label = words.of(index + 1, all.length, sentence);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a result may contain the same image twice
          <li key={index} className="min-w-0">
            {drawable(mediaType) ? (
              <Thumbnail hash={hash} mediaType={mediaType} label={label} />
            ) : (
              <p className="wrap-anywhere text-ink-3 text-ui">{words.otherType(mediaType)}</p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/**
 * Lets the user drag an image out to a folder: Chromium and Electron save it under this name; other browsers drag the image
 * itself.
 */
function dragPicture(
  event: DragEvent,
  { url, mediaType, label }: { url: string; mediaType: string; label: string },
): void {
  const ending = mediaType.split('/')[1]?.replace('jpeg', 'jpg') ?? 'png';
  event.dataTransfer.effectAllowed = 'copy';
  event.dataTransfer.setData('DownloadURL', `${mediaType}:${sanitizeFileName(`${label}.${ending}`)}:${url}`);
}

function Thumbnail({ hash, mediaType, label }: { hash: string; mediaType: string; label: string }) {
  const { view } = useSession();
  const { url, error } = useAttachment(hash);
  const [broken, setBroken] = useState(false);
  if (error) {
    return (
      <p className="wrap-anywhere text-ink-2 text-ui" role="img" aria-label={`${label}. ${words.failed}`}>
        {strings.sentences.beside([words.failed, error.message])}
      </p>
    );
  }
  if (broken) return <p className="text-ink-2 text-ui">{words.notDrawn}</p>;
  if (url === null) {
    return (
      <p className="flex h-24 w-36 items-center justify-center rounded-m bg-soft text-ink-3 text-small">
        {words.loading}
      </p>
    );
  }
  return (
    <button
      type="button"
      title={words.larger}
      onClick={() => view.setState({ dialog: { type: 'image', hash, mediaType, label } })}
      className="block rounded-m border border-line bg-soft p-px hover:border-line-strong"
    >
      <img
        src={url}
        alt={label}
        onError={() => setBroken(true)}
        onDragStart={(event) => dragPicture(event, { url, mediaType, label })}
        className="block max-h-60 max-w-full rounded-[5px] object-contain"
      />
    </button>
  );
}
