// The bytes of an attachment while a component shows them, as an address that only this window knows.

import { useEffect, useState } from 'react';
import { useConversationView, useSession } from '../../core/state/context.tsx';
import type { AttachmentPreview } from './pictures.ts';

export { drawable } from './pictures.ts';

const nothing: AttachmentPreview = { url: null, error: null };

/** `of`: the conversation that has it; null: nobody has, and nothing is read; absent: the one that is shown. */
export function useAttachment(hash: string, of?: string | null): AttachmentPreview {
  const { pictures } = useSession();
  const current = useConversationView((view) => view.id);
  const conversationId = of === undefined ? current : of;
  const [shown, setShown] = useState(nothing);
  useEffect(() => {
    if (conversationId === null) return setShown(nothing);
    return pictures.hold(conversationId, hash, setShown);
  }, [pictures, conversationId, hash]);
  return shown;
}
