// The model and options of the current chat, or of a new one.

import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import { externalAgentOf } from '../../../shared/features/externalAgents/externalAgent.ts';
import { modelKey } from '../../../shared/features/models/modelInfo.ts';
import type { ModelOptions, ModelRef } from '../../../shared/features/models/modelOptions.ts';
import { defaultModel, isDemoModel } from '../../core/state/choices.ts';
import { useApp, useConversation, useSession, useView } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';

export interface ChatModel {
  model: ModelRef | null;
  /** The agent that answers in place of a model. */
  agentId: string | null;
  name: string;
  isDemo: boolean;
  options: ModelOptions;
}

const none: ModelOptions = {};

export function useChatModel(): ChatModel {
  const snapshot = useApp((now) => now);
  const chosen = useConversation((state) => state.model);
  const own = useConversation((state) => state.modelOptions);
  const forNew = useView((now) => now.newChat);
  const model = chosen ?? forNew.model ?? defaultModel(snapshot);
  const agentId = externalAgentOf(model);
  const agentName = useAgentName(agentId);
  const isDemo = isDemoModel(snapshot, model);
  const ofModel = model === null ? none : snapshot.settings.modelOptions[modelKey(model)];
  return {
    model,
    agentId,
    isDemo,
    name: agentName ?? (model === null ? strings.chat.modelNone : isDemo ? strings.chat.demoBadge : model.model),
    options: agentId === null ? (own ?? forNew.modelOptions ?? ofModel ?? none) : none,
  };
}

/** Its id until the list arrives. */
function useAgentName(id: string | null): string | null {
  const { agents } = useSession().lists;
  useEffect(() => (id === null ? undefined : agents.want()), [agents, id]);
  return useStore(agents.store, ({ value }) => value?.find((agent) => agent.id === id)?.name ?? id);
}
