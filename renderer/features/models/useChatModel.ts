// The model and options of the current chat, or of a new one.

import { modelKey } from '../../../shared/features/models/modelInfo.ts';
import type { ModelOptions, ModelRef } from '../../../shared/features/models/modelOptions.ts';
import { defaultModel, isDemoModel } from '../../core/state/choices.ts';
import { useApp, useConversation, useView } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';

export interface ChatModel {
  model: ModelRef | null;
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
  const isDemo = isDemoModel(snapshot, model);
  const ofModel = model === null ? none : snapshot.settings.modelOptions[modelKey(model)];
  return {
    model,
    isDemo,
    name: model === null ? strings.chat.modelNone : isDemo ? strings.chat.demoBadge : model.model,
    options: own ?? forNew.modelOptions ?? ofModel ?? none,
  };
}
