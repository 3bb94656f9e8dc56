// The current draft's attachments: attached, uploading, and unsupported by the model.

import { useEffect, useState } from 'react';
import { useStore } from 'zustand/react';
import type { AttachmentRef } from '../../../shared/conversation/attachments.ts';
import type { UserTextData } from '../../../shared/core/sentence.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import { useActions, useConversation, useConversationView, useSession, useView } from '../../core/state/context.tsx';
import type { Upload } from '../../core/state/uploads.ts';

export interface ComposerAttachments {
  attachments: readonly AttachmentRef[];
  uploads: readonly Upload[];
  problems: readonly (UserTextData | null)[];
  /** An upload is in progress. */
  waits: boolean;
  home: string | null;
  add(files: readonly File[]): void;
  detach(hash: string): void;
  drop(uploadId: string): void;
  retry(uploadId: string): void;
}

const none: readonly never[] = [];

export function useAttachments(): ComposerAttachments {
  const { drafts, uploads } = useSession();
  const id = useConversationView((view) => view.id);
  const stored = useConversation((state) => state.draftAttachments);
  const attachments = useStore(drafts.store, (state) => state.attachments[id ?? '']) ?? stored ?? none;
  const going = useStore(uploads.store, (state) => state.uploads[id ?? '']) ?? none;
  const problems = useProblems(id, attachments);
  return {
    attachments,
    uploads: going,
    problems,
    waits: going.some(({ error }) => error === null),
    home: uploads.home(id),
    add: (files) => uploads.add(id, files),
    detach: (hash) => uploads.detach(id, hash),
    drop: (uploadId) => uploads.drop(id, uploadId),
    retry: (uploadId) => uploads.retry(id, uploadId),
  };
}

/** Reloaded when the model changes. */
function useProblems(
  conversationId: string | null,
  attachments: readonly AttachmentRef[],
): readonly (UserTextData | null)[] {
  const { call } = useActions();
  const own = useConversation((state) => state.model);
  const chosen = useView((view) => view.newChat.model);
  const model: ModelRef | null = (conversationId === null ? chosen : own) ?? null;
  const [checked, setChecked] = useState<{ of: readonly AttachmentRef[]; problems: (UserTextData | null)[] } | null>(
    null,
  );
  useEffect(() => {
    if (attachments.length === 0) return;
    const controller = new AbortController();
    const params = { conversationId, model, attachments: [...attachments] };
    void call('attachment.check', params, controller.signal).then((answer) => {
      if (!controller.signal.aborted && answer.ok) setChecked({ of: attachments, problems: answer.value.problems });
    });
    return () => controller.abort();
  }, [call, conversationId, model, attachments]);
  return checked?.of === attachments ? checked.problems : none;
}

/** `now`: stops the active run first. `background`: then shows a new chat. */
export type SendWay = 'usual' | 'now' | 'background';

interface Draft {
  id: string | null;
  text: string;
  beside: ComposerAttachments;
  send(way: SendWay): void;
}

interface SendWhenReady {
  waits: boolean;
  wait(way: SendWay): void;
  cancel(): void;
}

/**
 * Enter while files upload: the message is sent once all of them are attached. Cancelled by editing it, removing a file,
 * showing another conversation and a failed upload; everything then stays in the composer.
 */
export function useSendWhenReady({ id, text, beside, send }: Draft): SendWhenReady {
  const failed = beside.uploads.filter(({ error }) => error !== null).length;
  const [wish, setWish] = useState<{ id: string | null; text: string; failed: number; way: SendWay } | null>(null);
  const holds = wish !== null && wish.id === id && wish.text === text && failed <= wish.failed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: sends what this render shows
  useEffect(() => {
    if (wish === null || (holds && beside.waits)) return;
    setWish(null);
    if (holds) send(wish.way);
  }, [wish, holds, beside.waits]);
  return {
    waits: holds,
    wait: (way) => setWish({ id, text, failed, way }),
    cancel: () => setWish(null),
  };
}
