// An approval asked in the terminal: the exact command or change, whole, with control characters made visible. Only an
// explicit yes allows it.

import type { ApprovalPreview, ApprovalRequest } from '../../../shared/conversation/event.ts';
import { askForm } from './questionForm.ts';
import type { Terminal } from './terminal.ts';
import { visibleText as visible } from './visibleText.ts';

/** Answers the questions of a conversation one after the other, as they come. */
export function answerQuestions(terminal: Terminal, conversationId: string): () => void {
  const { core, confirm, ask } = terminal;
  if (!confirm || !ask) return () => {};
  let last: Promise<void> = Promise.resolve();
  return core.hub.subscribe(conversationId, (_id, _seq, event) => {
    if (event.type === 'call.asking') {
      const { question } = event;
      last = last.then(async () => {
        const answer = await askForm({ ask, err: terminal.err, signal: terminal.signal }, question);
        core.questions.answer(conversationId, question.questionId, answer);
      });
    }
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
  if (preview.type === 'command')
    return visible(`  ${preview.command}\n  in ${preview.cwd}${preview.background ? ', in the background' : ''}`);
  if (preview.type === 'diff') return visible(preview.diff);
  return visible(preview.text);
}
