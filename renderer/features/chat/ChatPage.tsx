// A pane of the middle column: top bar, conversation or its replacement, and composer.

import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import { lazyPart, loadWhenIdle } from '../../core/parts/lazyPart.tsx';
import { isFirstRun } from '../../core/state/choices.ts';
import {
  useActions,
  useApp,
  useConversationView,
  useRunElsewhere,
  useSession,
  useView,
} from '../../core/state/context.tsx';
import { mayBeAgentConversation, useInPlaceApp } from '../../core/state/inPlace.ts';
import { useMay } from '../../core/state/rights.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { useFocusIfLost } from '../../ui/focus.ts';
import { BulkApprovalSlot } from '../approvals/BulkApprovalSlot.tsx';
import { ChatDropZone } from '../attachments/ChatDropZone.tsx';
import { EditPart } from '../branches/forkStore.ts';
import { ApprovalPart, CallBodyPart, QuestionPart } from '../calls/boxParts.ts';
import { ModelPagesPart } from '../models/ModelMenu.tsx';
import { EmptyChat } from '../start/EmptyChat.tsx';
import { FirstRun } from '../start/FirstRun.tsx';
import { AttachmentsPart, Composer, QueuePart } from './composer/Composer.tsx';
import { TopBar } from './top/TopBar.tsx';

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
    <>
      <TopBar />
      <FindPlace />
      <BackPlace />
      {state === 'ready' && <StartedByPlace />}
      {state === 'failed' && <OpenFailed />}
      {state === 'loading' && (starting ? <StartingPart /> : <Loading id={id} />)}
      {state === 'removed' && <Removed />}
      {state === 'ready' && <Page key={id ?? ''} />}
    </>
  );
}

function Loading({ id }: { id: string | null }) {
  const coming = useApp((snapshot) => snapshot.conversations.some((row) => row.id === id && row.coming));
  return coming ? <ComingPart /> : <div className="flex-1" role="status" aria-label={strings.ui.loading} />;
}

const ComingPart = lazyPart(async () => (await import('../sync/ComingPart.tsx')).ComingPart);

function Page() {
  const isNew = useConversationView((view) =>
    view.state ? view.state.messages.length === 0 && !view.state.run && !view.state.rewound : true,
  );
  // It offers steps for the machine that runs Throughline.
  const maySetUp = useMay('provider.save');
  const firstRun = useApp(isFirstRun) && maySetUp;
  const starting = useView((view) => view.startingMessages.length > 0);
  const program = useInPlaceApp();
  const maySend = useMay('run.send');
  const run = useRunElsewhere();
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
      {!isNew && <GoalBar />}
      {!isNew && <PinnedTodos />}
      {run && run.state !== 'released' && <RunBar run={run} />}
      {(!run || run.state === 'released' || run.state === 'continued') &&
        (maySend ? <Composer onSent={toEnd} /> : <DeviceBar />)}
      <WaitingAnnouncement />
    </ChatDropZone>
  );
}

const PinnedTodos = lazyPart(async () => (await import('./todo/PinnedTodos.tsx')).PinnedTodos);

const GoalBar = lazyPart(async () => (await import('../goals/GoalBar.tsx')).GoalBar);

const DeviceBar = lazyPart(async () => (await import('../remote/DeviceBar.tsx')).DeviceBar);

const InPlaceBar = lazyPart(async () => (await import('../inPlace/InPlaceBar.tsx')).InPlaceBar);

const RunBar = lazyPart(async () => (await import('../sync/RunBar.tsx')).RunBar);

const StartingPart = lazyPart(async () => (await import('../worktrees/WorktreeChoice.tsx')).StartingChat);

const FindBar = lazyPart(async () => (await import('../search/FindBar.tsx')).FindBar);

const StartedByLine = lazyPart(async () => (await import('./StartedByLine.tsx')).StartedByLine);

/** In the page before the first request: a screen reader only announces what changes in a region that it knows. */
const WaitingAnnouncement = lazyPart(async () => (await import('./WaitingAnnouncement.tsx')).WaitingAnnouncement);

const WayBackPill = lazyPart(async () => (await import('./BackPill.tsx')).BackPill);

const soon = [
  ...[ApprovalPart, CallBodyPart, QuestionPart, FindBar, EditPart, WayBackPill],
  ...[AttachmentsPart, ModelPagesPart, QueuePart, StartedByLine],
];

function BackPlace() {
  const { wayBack } = useSession();
  const stands = useStore(wayBack.store, (now) => now.way !== null);
  return stands && <WayBackPill />;
}

function StartedByPlace() {
  const session = useSession();
  useConversationView((view) => view.id);
  useApp((snapshot) => snapshot.conversations);
  return mayBeAgentConversation(session) && <StartedByLine />;
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
