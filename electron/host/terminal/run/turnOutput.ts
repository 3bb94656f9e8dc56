// Prints a turn as text: first the chosen options that the model does not support; then its replies, on a terminal as
// they arrive, elsewhere once each is complete. Text that arrives as the answer may turn out to be thinking
// (`ModelObserver.onReclassified`), and a pipe cannot be rewound.

import type { ConversationEvent, ConversationState } from '../../../../shared/conversation/event.ts';
import type { ModelOptions, ModelRef } from '../../../../shared/features/models/modelOptions.ts';
import type { Terminal } from '../terminal.ts';
import { visibleLine } from '../terminalText.ts';

export const thinkingNote = 'The text above was thinking. The reply:\n';

export function createReplyPrinter({ out, err, outIsTerminal }: Pick<Terminal, 'out' | 'err' | 'outIsTerminal'>) {
  let printed: { messageId: string; hasText: boolean } | null = null;
  return (event: ConversationEvent): void => {
    if (event.type === 'reply.started') {
      if (printed?.hasText && printed.messageId === event.messageId) {
        out('\n');
        err(thinkingNote);
      }
      printed = { messageId: event.messageId, hasText: false };
    }
    if (event.type === 'reply.delta' && event.text && outIsTerminal) {
      out(event.text);
      if (printed) printed.hasText = true;
    }
    if (event.type !== 'message.appended' || event.message.role !== 'assistant') return;
    const { partType, content } = event.message;
    // A terminal has already printed its text, even for an interrupted reply.
    const isReply = partType === undefined || partType === 'error';
    if (isReply && content) out(outIsTerminal ? '\n' : `${content}\n`);
  };
}

export async function warnAboutUnsentOptions(
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
  if (left.includes('effort')) err(`${name} does not support effort, so it is not sent.\n`);
  if (left.includes('temperature'))
    err(`${name} does not support a temperature with these settings, so it is not sent.\n`);
  if (instead.effort) err(`${name} has no “${options.effort}” effort. “${instead.effort}” is sent instead.\n`);
  if (instead.maxOutputTokens)
    err(`${name} is limited to ${instead.maxOutputTokens} tokens. That limit is sent instead.\n`);
}
