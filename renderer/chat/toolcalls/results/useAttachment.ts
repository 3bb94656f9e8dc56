// The bytes of an attachment while a component shows them, as an address that only this window knows.

import { useEffect, useState } from 'react';
import type { AppError } from '../../../../shared/errors.ts';
import { useActions, useConversationView } from '../../../state/context.tsx';

/** Pictures made of dots: the others may hold more than a picture. */
const drawableTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp']);

export function drawable(mediaType: string): boolean {
  return drawableTypes.has(mediaType.toLowerCase());
}

export interface ShownAttachment {
  url: string | null;
  error: AppError | null;
}

const nothing: ShownAttachment = { url: null, error: null };

export function useAttachment(hash: string): ShownAttachment {
  const { call } = useActions();
  const conversationId = useConversationView((view) => view.id);
  const [shown, setShown] = useState(nothing);
  useEffect(() => {
    if (conversationId === null) return;
    const controller = new AbortController();
    let url: string | null = null;
    setShown(nothing);
    void call('attachment.read', { conversationId, hash }, controller.signal).then((answer) => {
      if (controller.signal.aborted) return;
      if (!answer.ok) return setShown({ url: null, error: answer.error });
      const { base64, mediaType } = answer.value;
      url = URL.createObjectURL(new Blob([bytesOf(base64)], { type: drawable(mediaType) ? mediaType : '' }));
      setShown({ url, error: null });
    });
    return () => {
      controller.abort();
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [call, conversationId, hash]);
  return shown;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
