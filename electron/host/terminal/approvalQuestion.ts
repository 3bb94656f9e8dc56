// An approval asked in the terminal: who asks, why, and the exact command or change, whole, with control characters made
// visible. What the model or a server chose stands set in or on one line, so that nothing of it looks like a line of the app's.
// Only an explicit yes allows it.

import type { ApprovalPreview, ApprovalRequest } from '../../../shared/conversation/event.ts';
import { askForm } from './questionForm.ts';
import type { Terminal } from './terminal.ts';
import { visibleBlock, visibleLine } from './visibleText.ts';

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
  const { agent, server, reason, preview, toolName } = approval;
  const lines = [
    '',
    ...(agent ? [`The agent "${visibleLine(agent.title)}" asks.`] : []),
    ...(server === undefined ? [] : [`It is a tool of the server "${visibleLine(server)}".`]),
    visibleLine(reason),
    previewText(preview),
    `Allow ${visibleLine(toolName)} once?`,
  ];
  return lines.join('\n');
}

function previewText(preview: ApprovalPreview): string {
  if (preview.type === 'command')
    return `${visibleBlock(preview.command)}\nin ${visibleLine(preview.cwd)}${preview.background ? ', in the background' : ''}`;
  if (preview.type === 'diff') return visibleBlock(preview.diff);
  return visibleBlock(preview.text);
}
