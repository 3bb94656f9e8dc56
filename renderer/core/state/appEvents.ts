// The view's copy of the app: its snapshot, and what each event of the app makes of it. Pure.

import type { AppSnapshot } from '../../../shared/contract/app.ts';
import type { AppEvent } from '../../../shared/contract/contract.ts';
import type { ConversationRow } from '../../../shared/contract/conversation.ts';

/** The snapshot after `event`. An event that was already applied changes nothing. */
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
    // Lists of these are kept by those who show them.
    case 'permissions.changed':
    case 'processes.changed':
    case 'mcp.changed':
    case 'window.show':
    case 'conversation.attention':
      return state;
    case 'notice':
      return event.tone === 'info'
        ? { ...state, news: [...state.news, event.said ?? event.message] }
        : { ...state, notices: [...state.notices, event.said ?? event.message] };
  }
}

/** Newest first. A row whose time did not change keeps its place. */
function place(rows: readonly ConversationRow[], row: ConversationRow): ConversationRow[] {
  const at = rows.findIndex((known) => known.id === row.id);
  if (rows[at]?.updatedAt === row.updatedAt) return rows.with(at, row);
  const others = rows.filter((known) => known.id !== row.id);
  const before = others.findIndex((known) => known.updatedAt <= row.updatedAt);
  return before < 0 ? [...others, row] : others.toSpliced(before, 0, row);
}
