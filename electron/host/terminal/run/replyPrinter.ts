// Prints replies of a run as text: in a terminal as they arrive, elsewhere each once it is whole. What arrives as the answer may
// turn out to be thinking (`ModelObserver.onRetold`), and what was written to a pipe cannot be taken back.

import type { ConversationEvent } from '../../../../shared/conversation/event.ts';
import type { Terminal } from '../terminal.ts';

export const retoldNote = 'The text above was thinking. The reply:\n';

export function createReplyPrinter({ out, err, outIsTerminal }: Pick<Terminal, 'out' | 'err' | 'outIsTerminal'>) {
  let printed: { messageId: string; hasText: boolean } | null = null;
  return (event: ConversationEvent): void => {
    if (event.type === 'reply.started') {
      if (printed?.hasText && printed.messageId === event.messageId) {
        out('\n');
        err(retoldNote);
      }
      printed = { messageId: event.messageId, hasText: false };
    }
    if (event.type === 'reply.delta' && event.text && outIsTerminal) {
      out(event.text);
      if (printed) printed.hasText = true;
    }
    if (event.type !== 'message.appended' || event.message.role !== 'assistant') return;
    const { partType, content } = event.message;
    // In a terminal its text has been printed, also that of a reply that broke off.
    const isReply = partType === undefined || partType === 'error';
    if (isReply && content) out(outIsTerminal ? '\n' : `${content}\n`);
  };
}
