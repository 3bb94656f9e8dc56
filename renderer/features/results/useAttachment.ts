// Loads an attachment as a blob URL while a component shows it.

import { useEffect, useState } from 'react';
import { useConversationView, useSession } from '../../core/state/context.tsx';
import type { AttachmentPreview } from './imageCache.ts';

export { isDisplayableImage as drawable } from './imageCache.ts';

const noPreview: AttachmentPreview = { url: null, error: null };

/** `of`: its conversation; null: none, load nothing; omitted: the current one. */
export function useAttachment(hash: string, of?: string | null): AttachmentPreview {
  const { pictures } = useSession();
  const current = useConversationView((view) => view.id);
  const conversationId = of === undefined ? current : of;
  const [preview, setPreview] = useState(noPreview);
  useEffect(() => {
    if (conversationId === null) return setPreview(noPreview);
    return pictures.hold(conversationId, hash, setPreview);
  }, [pictures, conversationId, hash]);
  return preview;
}
