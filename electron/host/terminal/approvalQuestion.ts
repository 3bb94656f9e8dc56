// An approval asked in the terminal: the exact command or change, whole, with control characters made visible. Only an
// explicit yes allows it.

import type { ApprovalPreview, ApprovalRequest } from '../../../shared/conversation/event.ts';
import type { Terminal } from './terminal.ts';

/** Answers the questions of a conversation one after the other, as they come. */
export function answerQuestions(terminal: Terminal, conversationId: string): () => void {
  const { core, confirm } = terminal;
  if (!confirm) return () => {};
  let last: Promise<void> = Promise.resolve();
  return core.hub.subscribe(conversationId, (_id, _seq, event) => {
    if (event.type !== 'call.waiting') return;
    const { approval } = event;
    last = last.then(async () => {
      const allowed = await confirm(questionText(approval));
      core.approvals.answer(conversationId, approval.approvalId, {
        decision: allowed ? 'allow' : 'deny',
        remember: null,
        reason: '',
        stop: false,
      });
    });
  });
}

export function questionText(approval: ApprovalRequest): string {
  return `\n${approval.reason}\n${previewText(approval.preview)}\nAllow ${approval.toolName} once?`;
}

function previewText(preview: ApprovalPreview): string {
  if (preview.type === 'command') return visible(`  ${preview.command}\n  in ${preview.cwd}`);
  if (preview.type === 'diff') return visible(preview.diff);
  return visible(preview.text);
}

/** What a terminal would obey or hide is written out as ⟨U+…⟩. */
function visible(text: string): string {
  return text.replace(/[^\P{C}\n\t]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });
}
