// The window's parts, made once and handed to the components: connection, stores, and what a person can do. It owns
// nothing that the host does not have, but drafts on their way there.

import { ok } from '../../shared/errors.ts';
import { type BranchActions, createBranchActions } from '../branches/branchActions.ts';
import { createForkStore, type ForkStore } from '../branches/forkStore.ts';
import { type ChainsStore, createChainsStore } from '../chains/chainsStore.ts';
import { type ChangeActions, createChangeActions } from '../changes/changeActions.ts';
import { type Confirming, createConfirming } from '../confirm/confirming.ts';
import { type Connection, createConnection } from '../connection/connection.ts';
import type { Link } from '../connection/link.ts';
import { type ContextActions, createContextActions } from '../context/contextActions.ts';
import { type ContextStore, createContextStore } from '../context/contextStore.ts';
import { createHighlighter, type Highlighter } from '../markdown/highlighter.ts';
import { createMathsLoader, type MathsLoader } from '../markdown/mathsLoader.ts';
import { createProcessStore, type ProcessStore } from '../processes/processStore.ts';
import { createFindStore, type FindStore, type ShowPlace } from '../search/findStore.ts';
import { createSearchStore, type SearchStore } from '../search/searchStore.ts';
import { hostIsSpoken, strings } from '../strings.ts';
import { type Actions, createActions } from './actions.ts';
import { type AppStore, createAppStore } from './appStore.ts';
import { newChatProject } from './choices.ts';
import { type ConversationStore, createConversationStore } from './conversationStore.ts';
import { createDrafts, type Drafts } from './drafts.ts';
import { forgetDeleted } from './forgetDeleted.ts';
import type { Schedule } from './frames.ts';
import { createLostParts, type LostParts, type PageDoor } from './lostParts.ts';
import { createMcpStore, type McpStore } from './mcpStore.ts';
import type { Memory } from './memory.ts';
import { createPictures, type Pictures } from './pictures.ts';
import { createRecoverActions, type RecoverActions } from './recoverActions.ts';
import { createSideConversations, type SideConversations } from './sideConversations.ts';
import { createTabPlace, type TabPlace } from './tabPlace.ts';
import { createToasts, type Toasts } from './toasts.ts';
import { createToolLists, type ToolLists } from './toolLists.ts';
import { createTraces } from './traces.ts';
import { createUploads, type Uploads } from './uploads.ts';
import { createViewStore, type ViewStore } from './viewStore.ts';
import { createWayBack, type WayBack } from './wayBack.ts';

export interface Session {
  connection: Connection;
  /** What is confirmed outside of the window. */
  confirming: Confirming;
  app: AppStore;
  conversation: ConversationStore;
  context: ContextStore;
  contextActions: ContextActions;
  recover: RecoverActions;
  /** Rules and tools, asked for where they are shown. */
  lists: ToolLists;
  changes: ChangeActions;
  /** Where the conversation parts, and what is done about it. */
  forks: ForkStore;
  branches: BranchActions;
  mcp: McpStore;
  processes: ProcessStore;
  /** The search page as it was left, and what is found in the conversation that is shown. */
  search: SearchStore;
  find: FindStore;
  /** The page of the calls of all conversations as it was left. */
  chains: ChainsStore;
  /** From a call or a hit that one went to. */
  wayBack: WayBack;
  /** Where one is, through a reload. */
  place: TabPlace;
  side: SideConversations;
  drafts: Drafts;
  uploads: Uploads;
  /** The bytes of attachments that are shown. */
  pictures: Pictures;
  view: ViewStore;
  toasts: Toasts;
  /** What is done where code of the window cannot be had. */
  lost: LostParts;
  actions: Actions;
  highlighter: Highlighter;
  maths: MathsLoader;
  /** What the window keeps for itself between starts. */
  memory: Memory;
}

export interface SessionDeps {
  link: Link;
  memory: Memory;
  /** What lasts as long as the tab. */
  tab: Memory;
  /** Absent: the page is never another one, and is not loaded again. */
  door?: PageDoor;
  schedule: Schedule;
  later(ms: number, callback: () => void): () => void;
}

export function createSession({ link, memory, tab, door, schedule, later }: SessionDeps): Session {
  const confirming = createConfirming();
  const { confirm } = confirming;
  const connection = createConnection({ link: heard(link), later, confirm, say: strings.sentences.error });
  const app = createAppStore(connection, schedule, () =>
    [memory.get('conversation'), session.place.conversation()].filter((id) => id !== null),
  );
  const conversation = createConversationStore(connection, schedule);
  const context = createContextStore({ connection, app, conversation, later });
  const view = createViewStore(memory);
  const traces = createTraces({ view, memory, conversation });
  const toasts = createToasts();
  const drafts = createDrafts({
    memory,
    later,
    async save(conversationId, draft, attachments) {
      const own = { ...(draft === undefined ? {} : { draft }), ...(attachments ? { attachments } : {}) };
      return (await connection.call('conversation.saveDraft', { conversationId, ...own })).ok;
    },
  });
  conversation.store.subscribe(({ state }, before) => {
    if (!state || state === before.state) return;
    drafts.note(state.conversationId, { text: state.draft, attachments: state.draftAttachments });
  });
  const side = createSideConversations({ connection, conversation, schedule });
  const uploads = createUploads({
    call: connection.call,
    drafts,
    memory,
    newChatProject: () => newChatProject(app, view),
    learn: async (conversationId) => {
      const read = await side.read(conversationId);
      if (!read.ok) return read;
      drafts.note(conversationId, { text: read.value.draft, attachments: read.value.draftAttachments });
      return ok(undefined);
    },
  });
  const lost = createLostParts(door, drafts, toasts);
  const actions = createActions({ connection, app, conversation, view, toasts, drafts, uploads, memory });
  const contextActions = createContextActions({ call: actions.call, report: actions.report, conversation, toasts });
  const recover = createRecoverActions({ call: actions.call, report: actions.report, conversation, toasts });
  const changes = createChangeActions({
    call: actions.call,
    report: actions.report,
    app,
    conversation,
    drafts,
    toasts,
  });
  const branches = createBranchActions({
    call: actions.call,
    report: actions.report,
    show: actions.show,
    app,
    conversation,
    view,
    toasts,
  });
  const highlighter = createHighlighter();
  const search = createSearchStore(connection, later);
  const chains = createChainsStore(connection, later);
  const show: ShowPlace = (hit, text, which) =>
    import('../search/openHit.ts').then(
      ({ openHit }) => openHit(session, hit, text, { keepsFocus: true, which }),
      async () => {
        await lost.tell(() => void show(hit, text, which));
        return null;
      },
    );
  const session: Session = {
    connection,
    confirming,
    app,
    conversation,
    context,
    contextActions,
    recover,
    lists: createToolLists({ connection, app, conversation, view }),
    changes,
    forks: createForkStore({ connection, conversation }),
    branches,
    mcp: createMcpStore(connection),
    processes: createProcessStore(connection),
    search,
    chains,
    place: createTabPlace({ tab, view, conversation, search, chains, actions }),
    wayBack: createWayBack({ view, conversation }),
    find: createFindStore({
      connection,
      conversation,
      later,
      show,
    }),
    side,
    drafts,
    uploads,
    pictures: createPictures(connection.call),
    view,
    toasts,
    lost,
    actions,
    highlighter,
    maths: createMathsLoader(),
    memory,
  };
  forgetDeleted({
    connection,
    conversation,
    forget(conversationId) {
      for (const part of [drafts, uploads, traces, side]) part.forget(conversationId);
    },
  });
  return session;
}

/** Nothing of the host is heard before it can be said in the language of the window. */
function heard(link: Link): Link {
  const spoken = hostIsSpoken;
  if (!spoken) return link;
  return {
    // First the words: what a transport brings while nobody listens is lost.
    open: () => spoken.then(() => link.open()),
    ...(link.onRenewed ? { onRenewed: link.onRenewed } : {}),
  };
}
