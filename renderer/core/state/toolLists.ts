// Host lists that the window fetches while displayed.

import type { ResultOf } from '../../../shared/contract.ts';
import { ok, type Result } from '../../../shared/core/errors.ts';
import type { RuleInfo } from '../../../shared/features/approvals/ruleMethods.ts';
import type { AgentInfo } from '../../../shared/features/externalAgents/externalAgent.ts';
import type { InPlaceList } from '../../../shared/features/inPlace/methods.ts';
import type { SlashEntry } from '../../../shared/features/slash/slash.ts';
import type { Connection } from '../connection/connection.ts';
import type { AppStore } from './appStore.ts';
import { currentProjectId, defaultProject } from './choices.ts';
import type { ConversationStore } from './conversationStore.ts';
import { createFetchedList, type FetchedList } from './fetchedList.ts';
import type { ViewStore } from './viewStore.ts';

export type ListedTool = ResultOf<'tool.list'>['tools'][number];

interface SlashView {
  /** The list's project; keeps the old list while another one loads. */
  projectId: string | null;
  entries: readonly SlashEntry[];
  /** Servers that have not answered yet. */
  pending: readonly string[];
}

export interface ToolLists {
  /** External agents. */
  agents: FetchedList<AgentInfo[]>;
  /** Slash commands of the current chat. */
  slash: FetchedList<SlashView>;
  /** Displayed sessions of other apps. */
  inPlace: FetchedList<InPlaceList>;
  rules: FetchedList<RuleInfo[]>;
  /** The current project's presets, and the user's own. */
  presets: FetchedList<ResultOf<'preset.list'>>;
  /** The current conversation's or new chat's tools. */
  tools: FetchedList<ListedTool[]>;
}

export interface ToolListsDeps {
  connection: Connection;
  app: AppStore;
  conversation: ConversationStore;
  view: ViewStore;
}

export function createToolLists({ connection, app, conversation, view }: ToolListsDeps): ToolLists {
  const { call } = connection;
  function shownProject(): string | null {
    const { snapshot } = app.store.getState();
    const { state } = conversation.store.getState();
    if (!snapshot) return null;
    if (state) return currentProjectId(snapshot.conversations, state);
    const { projectId } = view.getState().newChat;
    return projectId === undefined ? defaultProject(snapshot) : projectId;
  }
  return {
    agents: createFetchedList({
      connection,
      load: async () => taken(await call('agent.list', {}), ({ agents }) => agents),
      isStale: ({ type }) => type === 'agents.changed',
    }),
    slash: createFetchedList({
      connection,
      load: async () => {
        const projectId = shownProject();
        const conversationId = conversation.store.getState().id;
        const answer = await call('slash.list', { projectId, conversationId });
        return taken(answer, (commands) => ({ projectId, ...commands }));
      },
      isStale: ({ type }) => type === 'slash.changed',
    }),
    inPlace: createFetchedList({
      connection,
      load: () => call('inPlace.list', {}),
      isStale: ({ type }) => type === 'inPlace.changed',
    }),
    rules: createFetchedList({
      connection,
      load: async () => taken(await call('permission.list', {}), ({ rules }) => rules),
      isStale: ({ type }) => type === 'permissions.changed',
    }),
    presets: createFetchedList({
      connection,
      load: () => call('preset.list', { projectId: shownProject() }),
      isStale: ({ type }) => type === 'presets.changed' || type === 'projects.changed',
    }),
    tools: createFetchedList({
      connection,
      load: async () => {
        const conversationId = conversation.store.getState().id;
        const projectId = conversationId === null ? shownProject() : null;
        return taken(await call('tool.list', { conversationId, projectId }), ({ tools }) => tools);
      },
      isStale: ({ type }) => type === 'settings.changed' || type === 'mcp.changed',
    }),
  };
}

function taken<A, B>(answer: Result<A>, what: (value: A) => B): Result<B> {
  return answer.ok ? ok(what(answer.value)) : answer;
}
