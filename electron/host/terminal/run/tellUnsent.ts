// What of the chosen options the model does not take, said before the run begins.

import type { ConversationState, ModelRef } from '../../../../shared/conversation/event.ts';
import type { ModelOptions } from '../../../../shared/modelOptions.ts';
import type { Terminal } from '../terminal.ts';
import { visibleLine } from '../terminalText.ts';

export async function tellUnsent(
  { core, err }: Pick<Terminal, 'core' | 'err'>,
  before: Pick<ConversationState, 'model' | 'modelOptions'>,
  overrides: { model?: ModelRef; modelOptions?: ModelOptions },
): Promise<void> {
  const options = { ...before.modelOptions, ...overrides.modelOptions };
  const standard = await core.providers.defaultModel();
  const model = overrides.model ?? before.model ?? (standard.ok ? standard.value : null);
  const takes = model && (await core.chat.modelTakes(model, options));
  if (!model || !takes?.ok) return;
  const { left, instead } = takes.value.sent;
  const name = visibleLine(model.model);
  if (left.includes('effort')) err(`${name} takes no effort: it is not sent.\n`);
  if (left.includes('temperature')) err(`${name} takes no temperature with these settings: it is not sent.\n`);
  if (instead.effort) err(`${name} has no effort “${options.effort}”: “${instead.effort}” is sent.\n`);
  if (instead.maxOutputTokens)
    err(`${name} writes at most ${instead.maxOutputTokens} tokens: that many are asked for.\n`);
}
