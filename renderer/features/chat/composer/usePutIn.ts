// Takes a text that was attached back into the message, where the caret is. It stays attached until the field has it.

import type { RefObject } from 'react';
import type { AttachmentRef } from '../../../../shared/conversation/attachments.ts';
import { useActions } from '../../../core/state/context.tsx';
import { readAttachment } from '../../../core/state/readAttachment.ts';
import type { ComposerAttachments } from './useAttachments.ts';

export function usePutIn(
  field: RefObject<HTMLTextAreaElement | null>,
  { home, detach }: Pick<ComposerAttachments, 'home' | 'detach'>,
  write: (text: string) => void,
): (attachment: AttachmentRef) => Promise<void> {
  const { call, report } = useActions();
  return async ({ hash }) => {
    if (home === null) return;
    const read = await readAttachment(call, { conversationId: home, hash });
    if (!read.ok) return report(read.error);
    const element = field.current;
    if (!element) return;
    const text = new TextDecoder().decode(read.value.bytes);
    const { value, selectionStart, selectionEnd } = element;
    write(value.slice(0, selectionStart) + text + value.slice(selectionEnd));
    detach(hash);
    element.focus();
    const end = selectionStart + text.length;
    requestAnimationFrame(() => element.setSelectionRange(end, end));
  };
}
