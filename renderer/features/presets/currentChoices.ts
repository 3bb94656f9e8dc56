// What was chosen in the chat that is shown, as a preset that could be saved.

import { modelKey } from '../../../shared/features/models/modelInfo.ts';
import { emptyPreset, type Preset, type PresetFields, samePreset } from '../../../shared/features/presets/preset.ts';
import { approvalModeOf, defaultModel } from '../../core/state/choices.ts';
import type { Session } from '../../core/state/session.ts';

/** With words, examples and tools of the preset that it uses. */
export function currentChoices(session: Session, presets: readonly Preset[]): PresetFields {
  const { snapshot } = session.app.store.getState();
  const { state } = session.conversation.store.getState();
  const { newChat } = session.view.getState();
  const model = (state ? state.model : newChat.model) ?? (snapshot ? defaultModel(snapshot) : null);
  const ofModel = model && snapshot ? snapshot.settings.modelOptions[modelKey(model)] : undefined;
  const used = presets.find(({ ref }) => samePreset(ref, state ? state.preset : (newChat.preset ?? null)));
  return {
    ...emptyPreset,
    model,
    modelOptions: (state ? state.modelOptions : newChat.modelOptions) ?? ofModel ?? {},
    approvalMode: approvalModeOf(session),
    ...(used ? { words: used.words, examples: used.examples, tools: used.tools, servers: used.servers } : {}),
  };
}
