// The composer: grows to ten lines; Enter sends. During a run, messages are queued, or stop the run and are sent at
// once. Saves drafts with their attachments.

import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { useStore } from 'zustand/react';
import type { AttachmentRef } from '../../../../shared/conversation/attachments.ts';
import { lazyPart } from '../../../core/parts/lazyPart.tsx';
import {
  useActions,
  useApp,
  useChatProject,
  useConversation,
  useConversationView,
  useIsFocusedPane,
  useSession,
  useView,
} from '../../../core/state/context.tsx';
import { readAttachment } from '../../../core/state/readAttachment.ts';
import { strings } from '../../../core/strings.ts';
import { classes } from '../../../ui/classes.ts';
import { focusComposer, isTyping } from '../../../ui/focus.ts';
import { isComposing } from '../../../ui/isComposing.ts';
import { isMac, keysText } from '../../../ui/Kbd.tsx';
import { matchesMedia, touchQuery } from '../../../ui/useMedia.ts';
import { ApprovalMenu } from '../../approvals/ApprovalMenu.tsx';
import {
  type ComposerAttachments,
  type SendWay,
  useAttachments,
  useSendWhenReady,
} from '../../attachments/useAttachments.ts';
import { usePaste } from '../../attachments/usePaste.ts';
import { ModelMenu } from '../../models/ModelMenu.tsx';
import { useChatModel } from '../../models/useChatModel.ts';
import { FolderMenu } from '../../projects/FolderMenu.tsx';
import { sendInBackground } from '../background.ts';
import { AddMenu } from './AddMenu.tsx';
import { CompletionPart, useCompletion } from './completion/useCompletion.ts';
import { SendButtons, sendNowKeys } from './SendButtons.tsx';
import { useEscapeToStop } from './useEscapeToStop.ts';
import { useHistory } from './useHistory.ts';

interface ComposerFootProps {
  add: ReactNode;
  /** There are two buttons on the right. */
  isFull: boolean;
  children: ReactNode;
}

/**
 * The composer's footer, in one row of at most five controls: what can be added, model, approval mode, working folder,
 * and on the right send, or stop and queue. With both, the folder, which a run cannot change, is hidden. In narrow
 * windows each part shrinks to its icon, keeping its name.
 */
function ComposerFoot({ add, isFull, children }: ComposerFootProps) {
  return (
    <div data-composer-foot className="@container/foot flex items-center gap-x-1 pt-1">
      <div className="flex min-w-0 flex-1 items-center gap-0.5">
        {add}
        <Menus hasFolder={!isFull} />
      </div>
      <div className="ml-auto flex shrink-0 items-center gap-1.5">{children}</div>
    </div>
  );
}

/** Memoized: typing does not re-render it. */
const Menus = memo(function Menus({ hasFolder }: { hasFolder: boolean }) {
  return (
    <>
      <ModelMenu />
      <ApprovalMenu />
      {hasFolder && <FolderMenu />}
    </>
  );
});

export const QueuePart = lazyPart(async () => (await import('./Queue.tsx')).Queue);

const FolderPart = lazyPart(async () => (await import('../../projects/RepositoryLine.tsx')).FolderLines);

const WorktreePart = lazyPart(async () => (await import('../../worktrees/WorktreeChoice.tsx')).WorktreeChoice);

const DemoPart = lazyPart(async () => (await import('./DemoLine.tsx')).DemoLine);

export const AttachmentsPart = lazyPart(
  async () => (await import('../../attachments/AttachmentChips.tsx')).AttachmentChips,
);

/** The contract's limit per message. */
const longest = 2_000_000;

export function Composer({ onSent }: { onSent?: () => void }) {
  const actions = useActions();
  const session = useSession();
  const { drafts } = session;
  const id = useConversationView((view) => view.id);
  const stored = useConversation((state) => state.draft) ?? '';
  const text = useStore(drafts.store, ({ texts }) => texts[id ?? '']) ?? stored;
  const running = useConversation((state) => state.run !== null) ?? false;
  const field = useRef<HTMLTextAreaElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const project = useChatProject();
  const waits = useConversation(({ calls }) => calls.some(({ approval, question }) => approval || question)) ?? false;
  const isQueueing = useConversation((state) => state.queue.length > 0) ?? false;
  const isFocused = useIsFocusedPane();
  const stopHint = useEscapeToStop(running && isFocused, waits, () => void actions.stop());
  const beside = useAttachments();
  const tooLong = text.length > longest;
  const hasSomething = text.trim() !== '' || beside.attachments.length > 0;
  const canSend = (hasSomething || beside.waits) && !tooLong;

  // Before it is drawn, so that no key is lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation was opened
  useLayoutEffect(() => {
    if (session.panes.isFocused(session) && !isTyping() && !matchesMedia(touchQuery))
      field.current?.focus({ preventScroll: true });
  }, [id]);

  const write = (next: string): void => drafts.write(id, next);
  const deliver = (way: SendWay): void => {
    if (way === 'background') {
      void sendInBackground(session, text, beside.attachments);
      return;
    }
    onSent?.();
    // Blank text is not sent along with a file.
    void actions.send(text.trim() === '' ? '' : text, beside.attachments, way === 'now' && running);
  };
  const ready = useSendWhenReady({ id, text, beside, send: deliver });
  const send = (way: SendWay = 'usual'): void => {
    if (!canSend) return;
    if (beside.waits) {
      ready.wait(way);
      // From the button: Escape is handled here.
      field.current?.focus();
    } else deliver(way);
  };
  const completion = useCompletion(field, () => send());
  // The text may be cleared from outside, or belong to another conversation.
  // biome-ignore lint/correctness/useExhaustiveDependencies: rereads the field itself
  useEffect(() => completion.update(), [id, text]);
  const paste = usePaste(beside.add);
  const history = useHistory(field, text, write);
  const chooseFiles = (camera?: 'camera'): void => {
    const input = picker.current;
    input?.toggleAttribute('capture', camera !== undefined);
    input?.setAttribute('accept', camera ? 'image/*' : '');
    input?.click();
  };
  const putIn = usePutIn(field, beside, write);
  const listId = useId();
  const onKeyDown = (event: KeyboardEvent): void => {
    paste.onKeyDown(event);
    if (completion.onKeyDown(event) || history.onKeyDown(event)) return;
    if (isComposing(event)) return;
    if (event.key === 'Escape' && ready.waits) {
      event.preventDefault();
      ready.cancel();
    }
    if (event.key === 'Backspace' && text === '' && !event.repeat) {
      const chips = box.current?.querySelectorAll<HTMLElement>('[data-attachment] button:first-of-type');
      const last = [...(chips ?? [])].at(-1);
      if (!last) return;
      event.preventDefault();
      last.focus();
    }
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    // A key press that started elsewhere, such as in an answered question.
    if (event.repeat) return;
    send(event.altKey ? 'background' : event.ctrlKey || event.metaKey ? 'now' : 'usual');
  };

  return (
    <div data-composer-place className="mx-auto w-full max-w-[808px] px-3 py-1 narrow:px-6">
      {id !== null && <DemoPlace />}
      {isQueueing && <QueuePart />}
      {(project?.folder ?? project?.related) && <FolderPart />}
      <PlaceLine />
      <div
        ref={box}
        data-composer-box
        className="rounded-xl border border-line-strong bg-over p-1.5 focus-within:border-accent"
      >
        {beside.attachments.length + beside.uploads.length > 0 && (
          <AttachmentsPart
            home={beside.home}
            attachments={beside.attachments}
            problems={beside.problems}
            uploads={beside.uploads}
            onDetach={beside.detach}
            onDrop={(uploadId) => {
              ready.cancel();
              beside.drop(uploadId);
            }}
            onRetry={beside.retry}
            onPutIn={(attachment) => void putIn(attachment)}
          />
        )}
        <div className="relative flex">
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            data-picker
            aria-label={strings.attachments.add}
            onChange={({ target }) => {
              beside.add([...(target.files ?? [])]);
              // Allows choosing the same file again.
              target.value = '';
              focusComposer();
            }}
          />
          <textarea
            ref={field}
            data-composer
            dir="auto"
            aria-label={strings.chat.message}
            aria-invalid={tooLong}
            placeholder={running ? strings.chat.placeholderRunning : strings.chat.placeholder}
            rows={1}
            value={text}
            aria-autocomplete="list"
            enterKeyHint="send"
            onChange={(event) => {
              write(event.target.value);
              completion.update();
            }}
            onSelect={completion.update}
            onCompositionStart={completion.onCompositionStart}
            onCompositionEnd={completion.onCompositionEnd}
            onPaste={paste.onPaste}
            onBlur={() => {
              drafts.flush();
              completion.update();
            }}
            onKeyDown={onKeyDown}
            className="field-sizing-content max-h-[15.5rem] min-h-8 min-w-0 flex-1 resize-none bg-transparent px-2 py-1 text-prose outline-none placeholder:text-ink-3"
          />
          {completion.needsList && (
            <CompletionPart completion={completion} id={listId} field={field} project={project} />
          )}
        </div>
        <ComposerFoot
          add={<AddMenu onFiles={chooseFiles} onMark={completion.start} />}
          isFull={running && hasSomething}
        >
          <SendButtons
            running={running}
            hasSomething={hasSomething}
            waits={ready.waits}
            canSend={canSend}
            onSend={() => send()}
          />
        </ComposerFoot>
      </div>
      {tooLong && (
        <p className="mt-1 text-fail text-small" role="alert">
          {strings.chat.tooLong}
        </p>
      )}
      <ComposerHint
        now={ready.waits ? strings.attachments.waiting : stopHint}
        running={running}
        keysAnswer={waits && text === '' && beside.attachments.length + beside.uploads.length === 0}
      />
    </div>
  );
}

/** Rendered if there is something to say about the working folder. */
function PlaceLine() {
  const wants = useView(({ newChat, makingWorktree }) => Boolean(newChat.worktree ?? makingWorktree));
  const id = useConversationView((view) => view.id);
  const isOwn = useConversation((state) => state.worktree !== null) ?? false;
  // The part itself checks whether they share the folder.
  const others = useApp(({ conversations }) => conversations.some((row) => row.activity !== 'idle' && row.id !== id));
  return (wants || isOwn || others) && <WorktreePart />;
}

function DemoPlace() {
  return useChatModel().isDemo && <DemoPart />;
}

interface ComposerHintProps {
  /** A hint that takes the place of the usual one, and is announced. */
  now: string | null;
  running: boolean;
  /** Ctrl+Enter answers a question now. */
  keysAnswer: boolean;
}

/** Hint below the composer: what Enter does now, to press Escape again, or that the message waits for its files. */
function ComposerHint({ now, running, keysAnswer }: ComposerHintProps) {
  const usual = keysAnswer
    ? ''
    : running
      ? strings.chat.runningHint(keysText(sendNowKeys, isMac()))
      : strings.chat.enterHint;
  return (
    <p
      data-not-on-phone={now === null ? '' : undefined}
      className={classes(
        'h-6 truncate pt-1 pr-2 text-right text-ink-3 text-small',
        now === null && 'invisible narrow:visible',
      )}
    >
      {now === null && usual}
      {/* Only this part is announced. */}
      <span role="status">{now}</span>
    </p>
  );
}

/** Converts an attached text back to message text at the caret. It stays attached until inserted. */
function usePutIn(
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
