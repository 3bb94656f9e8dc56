// Notice above the composer about where the chat works, if needed: its worktree is missing, being created, or planned; or
// another conversation is running in the same folder.

import { useEffect, useState } from 'react';
import { useStore } from 'zustand/react';
import type { WorktreeTrouble } from '../../../shared/features/worktrees/methods.ts';
import { LoadState } from '../../core/parts/LoadState.tsx';
import {
  useActions,
  useChatProject,
  useConversation,
  useConversationView,
  useSession,
  useView,
} from '../../core/state/context.tsx';
import { otherActiveConversations } from '../../core/state/workingFolder.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { Pulse } from '../../ui/Pulse.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { CopyChangesCheckbox, TrustPrompt } from './createParts.tsx';
import { useWorktreeOffer } from './useWorktree.ts';
import { WorktreeProblem } from './WorktreeProblem.tsx';
import { worktreeWords } from './words.ts';

const words = worktreeWords;

export function WorktreeChoice() {
  const id = useConversationView((view) => view.id);
  const making = useView((view) => view.makingWorktree);
  const starting = useView((view) => view.startingMessages.length > 0);
  const wants = useView(({ newChat }) => newChat.worktree !== undefined) && !starting;
  const path = useConversation((state) => state.worktree?.path) ?? null;
  const dialogOpen = useView(({ dialog }) => dialog?.type === 'worktree');
  return (
    <section aria-label={words.region} className="mb-1.5 grid grid-cols-1 gap-1 px-2 text-ink-2 text-ui empty:hidden">
      {making && !dialogOpen && !starting ? (
        <Making done={making.done} of={making.of} onCancel={making.cancel} />
      ) : null}
      {!making && id === null && wants && <Wanted />}
      {!making && id !== null && path !== null && <OwnTrouble key={`${id}.${path}`} conversationId={id} />}
      {!(id === null && wants) && !starting && <AtWork />}
    </section>
  );
}

interface MakingProps {
  done: number;
  of: number;
  onCancel: (() => void) | undefined;
}

function Making({ done, of, onCancel }: MakingProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <p role="status" className="tabular flex min-w-0 flex-1 items-center gap-2.5">
        <Pulse />
        {of > 0 ? words.makingOf(Math.floor((100 * done) / of)) : words.making}
      </p>
      {onCancel && (
        <Button size="small" tone="ghost" onClick={onCancel}>
          {strings.ui.cancel}
        </Button>
      )}
    </div>
  );
}

/** A new chat while its worktree is created: what was sent, and the progress. */
export function StartingChat() {
  const messages = useView((view) => view.startingMessages);
  const making = useView((view) => view.makingWorktree);
  return (
    <div className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto">
      <div className="mx-auto mb-auto grid w-full max-w-[808px] grid-cols-1 gap-6 px-6 pt-6 pb-4 text-ink-2 text-ui">
        {messages.map(({ text, files }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: only appended to
          <div key={index} className="flex flex-col items-end">
            <h2 className="sr-only">{strings.chat.you}</h2>
            <div
              data-role="user"
              dir="auto"
              className="wrap-anywhere [unicode-bidi:plaintext] max-w-[80%] whitespace-pre-wrap rounded-xl bg-soft px-3.5 py-2 text-ink text-prose"
            >
              <VisibleText text={text === '' ? strings.sentences.list(files) : text} />
            </div>
          </div>
        ))}
        <Making done={making?.done ?? 0} of={making?.of ?? 0} onCancel={making?.cancel} />
      </div>
    </div>
  );
}

/** The new chat will start in a worktree. */
function Wanted() {
  const { view } = useSession();
  const project = useChatProject();
  const wish = useView(({ newChat }) => newChat.worktree);
  const { value: offer, error } = useWorktreeOffer(project);
  const drop = (): void => view.setState(({ newChat: { worktree: _before, ...others } }) => ({ newChat: others }));
  const bring = (): void =>
    view.setState(({ newChat }) => ({ newChat: { ...newChat, worktree: { bring: !newChat.worktree?.bring } } }));
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <div className="min-w-0 basis-full">
        {project && !project.trusted ? (
          <TrustPrompt project={project} />
        ) : !offer && error === null ? (
          <LoadState loaded={false} error={null} onAgain={() => {}} />
        ) : error === null ? (
          <p>
            {strings.sentences.beside([
              offer?.branch ? words.fromBranch(offer.branch) : words.from,
              offer && offer.uncommitted > 0 ? words.stays(offer.uncommitted) : '',
            ])}
          </p>
        ) : (
          <p role="alert" className="wrap-anywhere text-wait">
            {error}
          </p>
        )}
        {offer?.notes.map((note) => (
          <p key={strings.sentences.host(note)} className="wrap-anywhere text-ink-3 text-small">
            <VisibleText text={strings.sentences.host(note)} />
          </p>
        ))}
      </div>
      {offer && offer.uncommitted > 0 && (
        <CopyChangesCheckbox checked={wish?.bring ?? false} count={offer.uncommitted} onChange={bring} />
      )}
      <Button size="small" tone="ghost" className="ml-auto" onClick={drop}>
        {words.notNow}
      </Button>
    </div>
  );
}

function OwnTrouble({ conversationId }: { conversationId: string }) {
  const { call } = useActions();
  const running = useConversation((state) => state.run !== null) ?? false;
  const [trouble, setTrouble] = useState<WorktreeTrouble | null>(null);
  const [count, setCount] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a run may have removed it, and `count` triggers a reload
  useEffect(() => {
    const controller = new AbortController();
    void call('worktree.check', { conversationId }, controller.signal).then((answer) => {
      if (!controller.signal.aborted && answer.ok) setTrouble(answer.value.trouble);
    });
    return () => controller.abort();
  }, [call, conversationId, running, count]);
  if (!trouble) return null;
  return (
    <WorktreeProblem conversationId={conversationId} trouble={trouble} onDone={() => setCount((now) => now + 1)} />
  );
}

function AtWork() {
  const { view, app, actions } = useSession();
  const id = useConversationView((now) => now.id);
  const project = useChatProject();
  const own = useConversation((state) => state.worktree) ?? null;
  const folder = own?.path ?? project?.folder ?? null;
  const others = useStore(app.store, ({ snapshot }) =>
    snapshot ? JSON.stringify(otherActiveConversations(snapshot, id, folder).map((row) => [row.id, row.title])) : '[]',
  );
  const rows = JSON.parse(others) as [string, string][];
  const [first] = rows;
  if (!first) return null;
  const work = (): void => {
    if (id !== null) view.setState({ dialog: { type: 'worktree', conversationId: id, act: 'make' } });
    else view.setState(({ newChat }) => ({ newChat: { ...newChat, worktree: { bring: false } } }));
  };
  const titles = rows.map(([, title]) => strings.sentences.title(title) || strings.chat.untitled);
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <p className="wrap-anywhere min-w-0 flex-1 basis-64">
        <VisibleText text={words.atWork(titles)} />
      </p>
      <div className="flex shrink-0 items-center gap-1">
        <Button size="small" tone="ghost" onClick={() => actions.show(first[0])}>
          {words.show}
        </Button>
        {own === null && (
          <Button size="small" tone="ghost" onClick={work}>
            {words.work}
          </Button>
        )}
      </div>
    </div>
  );
}
