// The window's copy of the app state; null until the first snapshot.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppEvent } from '../../../shared/contract.ts';
import type { AppError } from '../../../shared/core/errors.ts';
import { isSafeId } from '../../../shared/core/ids.ts';
import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';
import { newestFirst } from '../../../shared/features/conversations/newestFirst.ts';
import type { AppSnapshot } from '../../../shared/features/start/methods.ts';
import type { Connection } from '../connection/connection.ts';
import type { Schedule } from './frames.ts';
import { createSyncedState } from './syncedState.ts';

/** @internal */
export interface AppView {
  snapshot: AppSnapshot | null;
  error: AppError | null;
}

export interface AppStore {
  store: StoreApi<AppView>;
  reload(): Promise<void>;
}

/** `shownFirst`: conversations needed by the first screen, however old. */
export function createAppStore(
  connection: Connection,
  schedule: Schedule,
  shownFirst: () => readonly string[] = () => [],
): AppStore {
  const store = createStore<AppView>(() => ({ snapshot: null, error: null }));
  const synced = createSyncedState<AppSnapshot, AppEvent>({
    load: () => {
      const isFirst = store.getState().snapshot === null;
      return connection.call('app.open', isFirst ? { first: { also: shownFirst().filter(isSafeId) } } : {});
    },
    apply(state, seq, event) {
      // Notices are not part of snapshots, even of one requested earlier.
      const isLate = event.type === 'notice' && seq <= state.seq;
      return isLate
        ? { ...applyAppEvent(state, state.seq + 1, event), seq: state.seq }
        : applyAppEvent(state, seq, event);
    },
    publish(snapshot) {
      const before = store.getState().snapshot;
      store.setState({ snapshot: before ? withSameParts(before, snapshot) : snapshot, error: null });
      // Load the rest of the list after the first render.
      if (!before && snapshot.more) schedule(() => schedule(() => void synced.load()));
    },
    failed: (error) => store.setState({ error }),
    schedule,
  });
  connection.onEvent((event) => {
    if (event.conversationId !== null) return;
    synced.receive(event.seq, event.event);
    if (event.event.type === 'conversations.changed') void synced.load();
  });
  connection.onOpen(() => void synced.load());
  return { store, reload: synced.load };
}

/** Reuses equal parts of the previous snapshot, so that only changes re-render. */
function withSameParts(before: AppSnapshot, now: AppSnapshot): AppSnapshot {
  const parts = ['settings', 'providers', 'projects', 'tools', 'start'] as const;
  const same = parts.filter((name) => before[name] !== now[name] && isSame(before[name], now[name]));
  return { ...now, ...Object.fromEntries(same.map((name) => [name, before[name]])) };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

// Reducer for the app state: applies each app event to the snapshot. Pure.

/** Returns the next snapshot. Ignores events already applied. @internal */
export function applyAppEvent(state: AppSnapshot, seq: number, event: AppEvent): AppSnapshot {
  if (seq <= state.seq) return state;
  return { ...reduce(state, event), seq };
}

function reduce(state: AppSnapshot, event: AppEvent): AppSnapshot {
  switch (event.type) {
    case 'conversation.listed':
      return { ...state, conversations: place(state.conversations, event.row) };
    case 'conversation.unlisted':
      return { ...state, conversations: state.conversations.filter((row) => row.id !== event.conversationId) };
    case 'projects.changed':
      return { ...state, projects: event.projects };
    case 'settings.changed':
      return { ...state, settings: event.settings };
    case 'providers.changed':
      return { ...state, providers: event.providers };
    case 'sync.changed':
      return withSyncAlert(state, event.info.alert);
    case 'sync.runs':
      return { ...state, runsElsewhere: event.runs };
    // Their views keep these lists themselves.
    case 'activity.changed':
    case 'agents.changed':
    case 'api.changed':
    case 'agentSession.changed':
    case 'backup.changed':
    case 'ledger.changed':
    case 'traces.changed':
    case 'permissions.changed':
    case 'plugins.changed':
    case 'presets.changed':
    case 'processes.changed':
    case 'mcp.changed':
    case 'customizations.changed':
    case 'ownTexts.changed':
    case 'slash.changed':
    case 'hooks.changed':
    case 'goals.changed':
    case 'schedules.changed':
    case 'worktree.progress':
    case 'compare.changed':
    case 'git.progress':
    case 'query.progress':
    case 'terminals.changed':
    case 'theme.changed':
    case 'unsent.changed':
    case 'updates.changed':
    case 'inPlace.changed':
    case 'sharing.changed':
    case 'window.show':
    case 'window.request':
    case 'desktop.changed':
    case 'quick.reopened':
    case 'import.progress':
    case 'conversation.attention':
    case 'conversations.changed':
    case 'remote.changed':
    case 'remote.withheld':
      return state;
    case 'notice':
      return event.tone === 'info'
        ? { ...state, news: [...state.news, event.said ?? event.message] }
        : { ...state, notices: [...state.notices, event.said ?? event.message] };
  }
}

function withSyncAlert({ syncAlert, ...state }: AppSnapshot, alert: AppSnapshot['syncAlert'] | null): AppSnapshot {
  return alert ? { ...state, syncAlert: alert } : state;
}

/** Newest first. A row with an unchanged time keeps its position. */
function place(rows: readonly ConversationRow[], row: ConversationRow): ConversationRow[] {
  const at = rows.findIndex((other) => other.id === row.id);
  if (rows[at]?.updatedAt === row.updatedAt) return rows.with(at, row);
  const others = rows.filter((other) => other.id !== row.id);
  const before = others.findIndex((other) => newestFirst(other, row) >= 0);
  return before < 0 ? [...others, row] : others.toSpliced(before, 0, row);
}
