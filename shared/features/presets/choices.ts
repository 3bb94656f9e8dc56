// Computes what choosing a preset sets in a conversation: the host applies it, and the window previews a new chat with
// it.

import { type Sentence, say } from '../../core/sentence.ts';
import type { ApprovalMode } from '../../permission/permission.ts';
import type { ModelOptions, ModelRef } from '../models/modelOptions.ts';
import type { Preset } from './preset.ts';

export interface PresetChoices {
  model?: ModelRef;
  modelOptions?: ModelOptions;
  approvalMode?: ApprovalMode;
}

/**
 * `hasProvider`: whether a provider id is configured. `problems`: which parts of the preset were skipped, and why.
 * Presets of a folder or a team can only make approvals stricter, since somebody else wrote them.
 */
export function presetChoices(
  preset: Pick<Preset, 'ref' | 'model' | 'modelOptions' | 'approvalMode'>,
  now: ApprovalMode,
  hasProvider: (id: string) => boolean,
): { choices: PresetChoices; problems: Sentence[] } {
  const { model, approvalMode } = preset;
  const isMine = preset.ref.scope === 'personal';
  const problems: Sentence[] = [];
  const choices: PresetChoices = {};
  if (model && hasProvider(model.provider)) choices.model = model;
  else if (model) {
    problems.push(
      say`The preset’s model ${model.model} was not selected because the provider “${model.provider}” is not set up here.`,
    );
  }
  const { providerSearch, ...others } = preset.modelOptions;
  const searches = providerSearch === true && !isMine;
  if (searches) {
    problems.push(
      say`The provider’s web search stays off because only your own presets can turn it on. You can turn it on in the model options.`,
    );
  }
  const modelOptions = providerSearch === undefined || searches ? others : { ...others, providerSearch };
  if (Object.keys(modelOptions).length > 0) choices.modelOptions = modelOptions;
  if (approvalMode && (isMine || isAtLeastAsStrict(approvalMode, now))) choices.approvalMode = approvalMode;
  else if (approvalMode) {
    problems.push(
      say`The approval mode was not changed because only your own presets can loosen approvals. You can choose the mode yourself.`,
    );
  }
  return { choices, problems };
}

/** From strictest to most permissive. */
const steps: readonly ApprovalMode[] = ['ask', 'reads', 'edits', 'sandbox', 'all'];

/** In plan mode reads pass, and commands that cannot change anything. */
function isAtLeastAsStrict(mode: ApprovalMode, now: ApprovalMode): boolean {
  if (mode === now) return true;
  if (now === 'plan') return mode === 'ask';
  return mode === 'plan' ? now === 'sandbox' || now === 'all' : steps.indexOf(mode) <= steps.indexOf(now);
}
