// Where the person writes: it grows to ten lines, Enter sends, and while a run goes on what is sent waits in a queue.
// What is written is kept as a draft.

import { ArrowUp, Square } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { useStore } from 'zustand/react';
import { useActions, useConversation, useConversationView, useSession } from '../../state/context.tsx';
import { strings } from '../../strings.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { ComposerFoot } from './ComposerFoot.tsx';
import { MentionPopup } from './MentionPopup.tsx';
import { Queue } from './Queue.tsx';
import { TrustLine } from './TrustLine.tsx';
import { useChatProject } from './useChatProject.ts';
import { useEscapeStop } from './useEscapeStop.ts';
import { useMention } from './useMention.ts';

/** As the contract bounds a message. */
const longest = 2_000_000;

export function Composer({ onSent }: { onSent?: () => void }) {
  const actions = useActions();
  const { drafts } = useSession();
  const id = useConversationView((view) => view.id);
  const stored = useConversation((state) => state.draft) ?? '';
  const text = useStore(drafts.store, ({ texts }) => texts[id ?? '']) ?? stored;
  const running = useConversation((state) => state.run !== null) ?? false;
  const field = useRef<HTMLTextAreaElement>(null);
  const project = useChatProject();
  const waits = useConversation(({ calls }) => calls.some(({ approval, question }) => approval || question)) ?? false;
  const stopHint = useEscapeStop(running, waits, () => void actions.stop());
  const tooLong = text.length > longest;
  const canSend = text.trim() !== '' && !tooLong;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation was opened
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
  }, [id]);

  const send = (): void => {
    if (!canSend) return;
    onSent?.();
    void actions.send(text);
  };
  const mention = useMention(field, project?.folderExists ? project.id : null, send);
  const listId = useId();
  const listed = mention.options.length > 0;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (mention.onKeyDown(event)) return;
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    send();
  };

  return (
    <div className="mx-auto w-full max-w-[808px] px-6 pb-3">
      <Queue />
      <TrustLine />
      <div className="relative flex items-end gap-1 rounded-xl border border-line-strong bg-over p-1.5 focus-within:border-accent">
        <textarea
          ref={field}
          data-composer
          aria-label={strings.chat.message}
          aria-invalid={tooLong}
          placeholder={running ? strings.chat.placeholderRunning : strings.chat.placeholder}
          rows={1}
          value={text}
          aria-autocomplete="list"
          aria-controls={listed ? listId : undefined}
          aria-activedescendant={listed ? `${listId}-${mention.chosen}` : undefined}
          onChange={(event) => {
            drafts.write(id, event.target.value);
            mention.look();
          }}
          onSelect={mention.look}
          onCompositionStart={mention.onCompositionStart}
          onCompositionEnd={mention.onCompositionEnd}
          onBlur={() => {
            drafts.flush();
            mention.look();
          }}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-[252px] min-h-8 flex-1 resize-none bg-transparent px-2 py-1 text-prose outline-none placeholder:text-ink-3"
        />
        <MentionPopup list={mention} id={listId} field={field} />
        {running && (
          <IconButton
            icon={Square}
            label={strings.chat.stop}
            shortcut="Esc Esc"
            onClick={() => void actions.stop()}
            tone="outline"
            size="large"
            filled
          />
        )}
        {(!running || text.trim() !== '') && (
          <IconButton
            icon={ArrowUp}
            label={strings.chat.send}
            disabled={!canSend}
            onClick={send}
            tone="primary"
            size="large"
          />
        )}
      </div>
      {tooLong && (
        <p className="mt-1 text-fail text-small" role="alert">
          {strings.chat.tooLong}
        </p>
      )}
      <ComposerFoot hint={stopHint} />
    </div>
  );
}
