// Chooses a preset for the current chat. The host decides which of its fields apply; for a new chat, which the host does not
// know yet, the window predicts that.

import type { UserTextData } from '../../../shared/core/sentence.ts';
import { presetChoices } from '../../../shared/features/presets/choices.ts';
import type { Preset } from '../../../shared/features/presets/preset.ts';
import { approvalModeOf } from '../../core/state/choices.ts';
import type { Session } from '../../core/state/session.ts';
import { strings } from '../../core/strings.ts';

/** Null: no preset from now on; settings already applied stay. */
export async function choosePreset(session: Session, preset: Preset | null): Promise<void> {
  const { actions, conversation } = session;
  const conversationId = conversation.store.getState().id;
  if (conversationId === null) return tell(session, choosePresetForNewChat(session, preset));
  const answer = await actions.call('preset.choose', { conversationId, preset: preset?.ref ?? null });
  if (!answer.ok) actions.report(answer.error);
  else tell(session, answer.value.problems);
}

/** Returns which fields do not apply, and why. */
export function choosePresetForNewChat(session: Session, preset: Preset | null): readonly UserTextData[] {
  const { app, view } = session;
  const { snapshot } = app.store.getState();
  if (preset === null || !snapshot) {
    view.setState(({ newChat }) => ({ newChat: { ...newChat, preset: null } }));
    return [];
  }
  const has = (id: string): boolean => snapshot.providers.some((provider) => provider.id === id);
  const { choices, problems } = presetChoices(preset, approvalModeOf(session), has);
  view.setState(({ newChat }) => ({ newChat: { ...newChat, ...choices, preset: preset.ref } }));
  return problems;
}

function tell({ actions }: Session, problems: readonly UserTextData[]): void {
  for (const problem of problems) actions.say(strings.sentences.host(problem));
}
