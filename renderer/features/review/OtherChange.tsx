// A change that is not shown as lines: binary files and images, links, permissions, very long files.

import { useEffect, useState } from 'react';
import type { ReviewDiff, ReviewTarget } from '../../../shared/features/review/review.ts';
import { formatBytes } from '../../core/format/amounts.ts';
import { fromBase64 } from '../../core/state/base64.ts';
import { useActions } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { reviewWords as words } from './words.ts';

interface OtherChangeProps {
  conversationId: string;
  target: ReviewTarget;
  path: string;
  diff: Exclude<ReviewDiff, { type: 'text' }>;
  onShow: () => void;
}

export function OtherChange({ conversationId, target, path, diff, onShow }: OtherChangeProps) {
  const size = (bytes: number | null): string => (bytes === null ? words.none : formatBytes(bytes));
  return (
    <div className="grid min-h-0 flex-1 content-start gap-2 overflow-y-auto p-4 text-ink-2 text-ui">
      {diff.type === 'link' && (
        <p className="wrap-anywhere">
          <VisibleText text={words.link(diff.before ?? words.noLink, diff.after ?? words.noLink)} />
        </p>
      )}
      {diff.type === 'same' && <p>{words.same}</p>}
      {diff.type === 'same' && diff.modes && (
        <p className="tabular">{words.modes(diff.modes[0].toString(8), diff.modes[1].toString(8))}</p>
      )}
      {diff.type === 'unreadable' && <p>{words.unreadable}</p>}
      {(diff.type === 'binary' || diff.type === 'large') && (
        <p>
          {diff.type === 'large' ? words.large : diff.image === null ? words.binary : ''}{' '}
          <span className="tabular text-ink-3">{words.sizes(size(diff.before), size(diff.after))}</span>
        </p>
      )}
      {diff.type === 'large' && (
        <span>
          <Button size="small" onClick={onShow}>
            {words.showLarge}
          </Button>
        </span>
      )}
      {diff.type === 'binary' && diff.image !== null && (
        <div className="flex flex-wrap gap-4">
          {(['old', 'new'] as const).map((side) => (
            <Picture
              key={side}
              label={side === 'old' ? words.before : words.after}
              mediaType={diff.image as string}
              ask={{ conversationId, target, path, version: diff.version, side }}
            />
          ))}
        </div>
      )}
    </div>
  );
}

interface PictureProps {
  label: string;
  mediaType: string;
  ask: { conversationId: string; target: ReviewTarget; path: string; version: string; side: 'old' | 'new' };
}

/** Drawn from memory, never from a URL. */
function Picture({ label, mediaType, ask }: PictureProps) {
  const { call } = useActions();
  const [url, setUrl] = useState<string | null>(null);
  const key = JSON.stringify(ask);
  useEffect(() => {
    const controller = new AbortController();
    let made: string | null = null;
    void call('review.image', JSON.parse(key), controller.signal).then((answer) => {
      if (controller.signal.aborted || !answer.ok || answer.value.base64 === null) return;
      made = URL.createObjectURL(new Blob([fromBase64(answer.value.base64)], { type: mediaType }));
      setUrl(made);
    });
    return () => {
      controller.abort();
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [call, key, mediaType]);
  if (url === null) return null;
  return (
    <figure className="min-w-0">
      <figcaption className="pb-1 text-ink-3 text-small">{label}</figcaption>
      <img src={url} alt={label} className="max-h-80 max-w-full rounded-m border border-line bg-soft object-contain" />
    </figure>
  );
}
