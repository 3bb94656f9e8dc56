// Asks for an approval in the terminal: who asks, why, and the exact command or change, with control characters made
// visible. Text from the model or a server is indented or kept on one line, so that it cannot imitate the app's own.
// Only an explicit yes allows. Cancels the question if it is answered elsewhere meanwhile, for example by a new rule.

import { parseTypedAnswer, questionText } from './approvalText.ts';
import { askForm } from './questionForm.ts';
import type { Terminal } from './terminal.ts';
import { visibleLine } from './terminalText.ts';

/** Asks a conversation's approval questions one at a time, as they arrive. */
export function promptForApprovals(terminal: Terminal, conversationId: string): () => void {
  const { core, ask } = terminal;
  if (!ask) return () => {};
  /** Aborts when the question is no longer open. */
  const open = new Map<string, AbortController>();
  let last: Promise<void> = Promise.resolve();
  return core.hub.subscribe(conversationId, (_id, _seq, event) => {
    if (event.type === 'call.asking') {
      const { question } = event;
      last = last.then(async () => {
        const answer = await askForm({ ask, err: terminal.err, signal: terminal.signal }, question);
        core.questions.answer(conversationId, question.questionId, answer);
      });
    }
    if (open.size > 0) {
      const calls = core.hub.peek(conversationId)?.calls ?? [];
      const standing = new Set(calls.flatMap(({ approval }) => approval?.approvalId ?? []));
      for (const [approvalId, over] of open) {
        if (standing.has(approvalId)) continue;
        over.abort();
        open.delete(approvalId);
      }
    }
    if (event.type !== 'call.waiting') return;
    const { approval } = event;
    const over = new AbortController();
    open.set(approval.approvalId, over);
    last = last.then(async () => {
      if (over.signal.aborted) return;
      const choices = {
        offers: approval.offers.filter(({ onlyRefused }) => !onlyRefused),
        hasFolder: await hasFolder(terminal, conversationId),
      };
      const line = await ask(`${questionText(approval, choices)} [y/N]`, over.signal);
      // Ask nothing more for a run that the user stops.
      if (terminal.signal.aborted) return;
      if (over.signal.aborted) return terminal.err('\nThis was answered elsewhere.\n');
      const { misread, ...answer } = parseTypedAnswer(line, choices);
      if (misread) terminal.err(`Not a valid answer, so the call was denied: ${visibleLine((line ?? '').trim())}\n`);
      const result = core.approvals.answer(conversationId, approval.approvalId, answer);
      // Wait until the rule is saved, so that the next question already respects it.
      if (result.ok && answer.remember && !over.signal.aborted) await aborted(over.signal);
    });
  });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

async function hasFolder({ core }: Terminal, conversationId: string): Promise<boolean> {
  const projectId = core.hub.peek(conversationId)?.projectId;
  const project = projectId === undefined ? null : await core.store.getProject(projectId);
  return project?.ok === true && project.value.folder !== null;
}
