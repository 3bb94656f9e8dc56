// The quick window: one composer above all other apps. Sends into a new conversation, whose reply it shows.

import { AppWindow, Camera, Plus, TextSelect, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { lazyPart } from '../../core/parts/lazyPart.tsx';
import { useConversation, useConversationView, useSession, useView } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { focusComposer } from '../../ui/focus.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Composer } from '../chat/composer/Composer.tsx';
import { desktopWords } from './words.ts';

const words = desktopWords.quick;

const Transcript = lazyPart(async () => (await import('../chat/transcript/Transcript.tsx')).Transcript);
const CapturePicker = lazyPart(async () => (await import('./CapturePicker.tsx')).CapturePicker);

export function QuickPage() {
  const session = useSession();
  const { actions, drafts, uploads, view } = session;
  const id = useConversationView((now) => now.id);
  const isRunning = useConversation((state) => state.run !== null) ?? false;
  const [picks, setPicks] = useState(false);
  const isLarge = useView(({ dialog }) => dialog !== null) || picks;
  useEffect(() => void actions.call('desktop.resizeQuick', { large: isLarge }), [actions, isLarge]);
  const close = (): void => {
    drafts.flush();
    setPicks(false);
    void actions.call('desktop.quick', { open: false });
  };
  useEffect(() => void requestAnimationFrame(focusComposer), []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      if (document.querySelector('[role="menu"], [role="dialog"], [data-popover]')) return;
      event.preventDefault();
      if (picks) setPicks(false);
      else close();
    };
    // The next message is a new one, unless this one still works. The focus also returns from other apps.
    const stop = session.connection.onEvent(({ event }) => {
      if (event.type !== 'quick.reopened') return;
      if (!isRunning && id !== null) actions.newChat();
      requestAnimationFrame(focusComposer);
    });
    addEventListener('keydown', onKey);
    return () => {
      stop();
      removeEventListener('keydown', onKey);
    };
  });

  async function addSelection(): Promise<void> {
    const answer = await actions.call('desktop.selection', {});
    if (!answer.ok) return actions.report(answer.error);
    const { text, from } = answer.value;
    if (from === 'none') return actions.say(words.noSelection);
    const before = drafts.textOf(id);
    drafts.write(id, before.trim() === '' ? `${text}\n\n` : `${before}\n\n${text}`);
    actions.say(from === 'selection' ? words.fromSelection : words.fromClipboard);
    focusComposer();
  }

  return (
    <main className="flex h-full flex-col border border-line-strong bg-page" aria-label={words.title}>
      <header className="flex h-9 shrink-0 items-center gap-1 pr-1 pl-3 [-webkit-app-region:drag]">
        <h1 className="min-w-0 flex-1 truncate text-ink-3 text-small">{words.title}</h1>
        <span className="flex items-center gap-1 [-webkit-app-region:no-drag]">
          {picks ? null : id === null ? (
            <>
              <Button size="small" tone="ghost" title={words.selectionHint} onClick={() => void addSelection()}>
                <TextSelect className="size-4" aria-hidden /> {words.selection}
              </Button>
              <Button size="small" tone="ghost" title={words.screenshotHint} onClick={() => setPicks(true)}>
                <Camera className="size-4" aria-hidden /> {words.screenshot}
              </Button>
            </>
          ) : (
            <>
              <Button size="small" tone="ghost" onClick={() => actions.newChat()}>
                <Plus className="size-4" aria-hidden /> {words.again}
              </Button>
              <Button
                size="small"
                tone="ghost"
                onClick={() => {
                  void actions.call('desktop.show', { conversationId: id });
                  close();
                }}
              >
                <AppWindow className="size-4" aria-hidden /> {words.openMain}
              </Button>
            </>
          )}
          <IconButton icon={X} label={words.close} size="small" onClick={close} />
        </span>
      </header>
      {picks ? (
        <CapturePicker
          onDone={(file) => {
            setPicks(false);
            if (file) uploads.add(id, [file]);
            requestAnimationFrame(focusComposer);
          }}
        />
      ) : (
        <>
          {id === null ? (
            <p className="flex flex-1 items-center justify-center px-6 text-center text-ink-3 text-ui">{words.empty}</p>
          ) : (
            <Transcript />
          )}
          <Composer onSent={() => view.setState(({ endWish }) => ({ endWish: endWish + 1 }))} />
        </>
      )}
    </main>
  );
}
