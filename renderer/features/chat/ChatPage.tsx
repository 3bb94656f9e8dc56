// The middle column: top bar, conversation or its replacement, and composer.

import { CornerLeftUp } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import { useKeys } from '../../core/commands/shortcuts.ts';
import { lazyPart, loadWhenIdle } from '../../core/parts/lazyPart.tsx';
import { isFirstRun } from '../../core/state/choices.ts';
import { useActions, useApp, useConversationView, useSession, useView } from '../../core/state/context.tsx';
import { useInPlaceApp } from '../../core/state/inPlace.ts';
import { revealStartingCall, useStartingCalls } from '../../core/state/startingCalls.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { useFocusIfLost } from '../../ui/focus.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { BulkApprovalSlot } from '../approvals/BulkApprovalSlot.tsx';
import { ChatDropZone } from '../attachments/ChatDropZone.tsx';
import { EditPart } from '../branches/forkStore.ts';
import { ApprovalPart, CallBodyPart, QuestionPart } from '../calls/boxParts.ts';
import { ModelPagesPart } from '../models/ModelMenu.tsx';
import { EmptyChat } from '../start/EmptyChat.tsx';
import { FirstRun } from '../start/FirstRun.tsx';
import { AttachmentsPart, Composer } from './composer/Composer.tsx';
import { TopBar } from './top/TopBar.tsx';
import { WaitingAnnouncement } from './WaitingAnnouncement.tsx';

const words = strings.processes.agent;

/**
 * Loaded separately: rendering a conversation needs more code than the rest of the window, and the first screen none of
 * it.
 */
export const Transcript = lazyPart(
  async () => (await import('./transcript/Transcript.tsx')).Transcript,
  <div className="flex-1" role="status" aria-label={strings.ui.loading} />,
);

export function ChatPage() {
  const id = useConversationView((view) => view.id);
  const state = useConversationView((view) =>
    view.error ? 'failed' : view.id !== null && !view.state ? 'loading' : view.state?.removed ? 'removed' : 'ready',
  );
  const starting = useView((view) => view.startingMessages.length > 0);
  return (
    <main className="flex min-w-0 flex-1 flex-col bg-page">
      <TopBar />
      <FindPlace />
      <BackPlace />
      {state === 'ready' && <StartedByLine />}
      {state === 'failed' && <OpenFailed />}
      {state === 'loading' &&
        (starting ? <StartingPart /> : <div className="flex-1" role="status" aria-label={strings.ui.loading} />)}
      {state === 'removed' && <Removed />}
      {state === 'ready' && <Page key={id ?? ''} />}
    </main>
  );
}

function Page() {
  const isNew = useConversationView((view) =>
    view.state ? view.state.messages.length === 0 && !view.state.run && !view.state.rewound : true,
  );
  const firstRun = useApp(isFirstRun);
  const starting = useView((view) => view.startingMessages.length > 0);
  const program = useInPlaceApp();
  const { view } = useSession();
  const toEnd = (): void => view.setState(({ endWish }) => ({ endWish: endWish + 1 }));
  if (program !== null) {
    return (
      <div className="flex min-h-0 flex-1 flex-col">
        <Transcript />
        <InPlaceBar />
      </div>
    );
  }
  return (
    <ChatDropZone>
      {!isNew ? <Transcript /> : starting ? <StartingPart /> : firstRun ? <FirstRun /> : <EmptyChat />}
      <BulkApprovalSlot />
      {!isNew && <PinnedTodos />}
      <Composer onSent={toEnd} />
      <WaitingAnnouncement />
    </ChatDropZone>
  );
}

const PinnedTodos = lazyPart(async () => (await import('./todo/PinnedTodos.tsx')).PinnedTodos);

const InPlaceBar = lazyPart(async () => (await import('../inPlace/InPlaceBar.tsx')).InPlaceBar);

const StartingPart = lazyPart(async () => (await import('../worktrees/WorktreeChoice.tsx')).StartingChat);

const FindBar = lazyPart(async () => (await import('../search/FindBar.tsx')).FindBar);

const WayBackPill = lazyPart(async () => (await import('./BackPill.tsx')).BackPill);

const soon = [
  ...[ApprovalPart, CallBodyPart, QuestionPart, FindBar, EditPart, WayBackPill],
  ...[AttachmentsPart, ModelPagesPart],
];

function BackPlace() {
  const { wayBack } = useSession();
  const stands = useStore(wayBack.store, (now) => now.way !== null);
  return stands && <WayBackPill />;
}

function FindPlace() {
  const { find } = useSession();
  const open = useStore(find.store, (now) => now.open);
  useEffect(() => loadWhenIdle(soon), []);
  return open && <FindBar />;
}

function OpenFailed() {
  const { conversation } = useSession();
  const actions = useActions();
  const error = useConversationView((view) => view.error);
  const first = useFocusIfLost<HTMLButtonElement>();
  return (
    <div className="m-auto max-w-[52ch] px-6 text-center" role="alert">
      <h2 className="font-strong text-prose">{strings.chat.openFailed}</h2>
      <p className="wrap-anywhere mt-1 text-ink-2">{error?.message}</p>
      <div className="mt-4 flex justify-center gap-2">
        <Button ref={first} onClick={() => void conversation.reload()}>
          {strings.ui.tryAgain}
        </Button>
        <Button onClick={() => actions.newChat()}>{strings.chat.newChat}</Button>
      </div>
    </div>
  );
}

function Removed() {
  const actions = useActions();
  const first = useFocusIfLost<HTMLButtonElement>();
  return (
    <div className="m-auto px-6 text-center" role="status">
      <p className="text-ink-2">{strings.chat.removed}</p>
      <Button ref={first} className="mt-3" onClick={() => actions.newChat()}>
        {strings.chat.newChat}
      </Button>
    </div>
  );
}

/** Above an agent's conversation: whose agent it is, and a link to the call that started it. */
function StartedByLine() {
  const session = useSession();
  const keys = useKeys('agent.parent');
  const [above] = useStartingCalls();
  if (!above) return null;
  const title = visibleText(above.title) || strings.sidebar.untitled;
  return (
    <nav
      aria-label={words.above}
      data-started-by
      className="flex min-h-9 shrink-0 items-center gap-2 border-line border-b bg-soft px-3 py-0.5 text-ui"
    >
      <CornerLeftUp className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
      <p className="min-w-0 flex-1 truncate text-ink-2" title={title}>
        {words.workFor} <span className="text-ink">{title}</span>
      </p>
      <Button size="small" tone="ghost" onClick={() => void revealStartingCall(session, above)}>
        {words.toCall}
        {keys && (
          <span className="hidden wide:inline">
            <Kbd keys={keys} />
          </span>
        )}
      </Button>
    </nav>
  );
}
