// The user behind the client: answers approvals and questions of a conversation. A question that is answered elsewhere, or
// whose call ends, is withdrawn. A client that cannot show one counts as a no.

import type { CreateElicitationRequest } from '@agentclientprotocol/sdk';
import { type ApprovalRequest, type ConversationEvent, callKey } from '../../../../shared/conversation/event.ts';
import type { QuestionAnswer, UserQuestion } from '../../../../shared/conversation/question.ts';
import { nativeCallSentence } from '../../../../shared/features/tools/familiarCall.ts';
import { firstLine } from '../../../../shared/features/tools/toolInfo.ts';
import type { Core } from '../../../core.ts';
import type { Outbox } from './outbox.ts';
import { type AskedCall, allToolsRequest, choicesFor, permissionRequest } from './permissions.ts';
import { answerOf, askedText, choiceQuestion, formOf } from './questions.ts';
import { agentText } from './replay.ts';
import type { Client } from './sdkConnection.ts';
import { type Folder, rawInput } from './toolCalls.ts';

export interface EditorUser {
  heard(event: ConversationEvent): void;
  /** Asks whether every tool may run without asking. */
  confirmAllTools(): Promise<boolean>;
  /** Withdraws every open question. */
  close(): void;
}

interface UserParts {
  core: Pick<Core, 'approvals' | 'hub' | 'questions'>;
  client: Client;
  conversationId: string;
  folder: Folder;
  outbox: Outbox;
  /** Which kinds of questions the client can show besides permissions. */
  forms: { form: boolean; url: boolean };
}

/** Invalid values are asked for again, but not forever. */
const maxAttempts = 3;

export function createEditorUser(parts: UserParts): EditorUser {
  const { core, client, conversationId, folder, outbox, forms } = parts;
  /** Open questions by their ID. */
  const open = new Map<string, AbortController>();
  const closing = new AbortController();

  function begin(id: string, ask: (signal: AbortSignal) => Promise<void>): void {
    const over = new AbortController();
    open.set(id, over);
    const signal = AbortSignal.any([over.signal, closing.signal]);
    void outbox
      .flushed()
      .then(() => (signal.aborted ? undefined : ask(signal)))
      .finally(() => open.delete(id));
  }

  /** Ends questions whose call no longer waits for them. */
  function withdraw(): void {
    if (open.size === 0) return;
    const calls = core.hub.peek(conversationId)?.calls ?? [];
    const standing = new Set(
      calls.flatMap(({ approval, question }) => [approval?.approvalId ?? [], question?.questionId ?? []].flat()),
    );
    for (const [id, over] of open) if (!standing.has(id)) over.abort();
  }

  function askedCall({ messageId, index, agent }: ApprovalRequest): AskedCall {
    if (agent) return { title: null };
    const message = core.hub.peek(conversationId)?.messages.find(({ id }) => id === messageId);
    const call = message?.role === 'assistant' ? message.tool_calls?.[index]?.function : undefined;
    if (!call) return { title: null };
    return { title: firstLine(nativeCallSentence(call, false), call.name), rawInput: rawInput(call.arguments) };
  }

  async function approve(approval: ApprovalRequest, signal: AbortSignal): Promise<void> {
    const choices = choicesFor(approval, folder !== null);
    const request = permissionRequest(conversationId, approval, choices, askedCall(approval), folder);
    const chosen = await client.requestPermission(request, signal).catch(() => null);
    if (signal.aborted) return;
    const optionId = chosen?.outcome.outcome === 'selected' ? chosen.outcome.optionId : null;
    const choice = choices.find((one) => one.optionId === optionId);
    const refused = { decision: 'deny' as const, remember: null, reason: '', stop: false };
    const answered = core.approvals.answer(conversationId, approval.approvalId, choice?.answer ?? refused);
    // A rule that cannot be saved leaves the question open.
    if (!answered.ok) core.approvals.answer(conversationId, approval.approvalId, refused);
  }

  async function answer(question: UserQuestion, signal: AbortSignal): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const reply = await answerTo(question, signal).catch((): QuestionAnswer => ({ action: 'decline' }));
      if (signal.aborted) return;
      const last = attempt === maxAttempts ? ({ action: 'decline' } as const) : reply;
      if (core.questions.answer(conversationId, question.questionId, last).ok || last !== reply) return;
    }
  }

  async function answerTo(question: UserQuestion, signal: AbortSignal): Promise<QuestionAnswer> {
    const { fields, url, questionId } = question;
    const choice = question.plan || !forms.form ? choiceQuestion(conversationId, question) : null;
    if (choice) {
      const { outcome } = await client.requestPermission(choice.request, signal);
      const chosen = outcome.outcome === 'selected' ? choice.answers.get(outcome.optionId) : undefined;
      return chosen ?? { action: 'cancel' };
    }
    const about = { sessionId: conversationId, toolCallId: callKey(question), message: askedText(question) };
    const request: CreateElicitationRequest | null =
      url !== undefined
        ? forms.url
          ? { ...about, mode: 'url', elicitationId: questionId, url }
          : null
        : forms.form
          ? { ...about, mode: 'form', requestedSchema: formOf(fields) }
          : null;
    if (request) return answerOf(url === undefined ? fields : [], await client.ask(request, signal));
    const where = url === undefined ? '' : `\n\n${url}`;
    outbox.push(
      agentText(
        `${questionId}:question`,
        `${askedText(question)}${where}\n\n(This editor cannot show this question. Answer in your next message.)`,
      ),
    );
    return { action: 'decline' };
  }

  return {
    heard(event) {
      withdraw();
      if (event.type === 'call.waiting') {
        const { approval } = event;
        begin(approval.approvalId, (signal) => approve(approval, signal));
      }
      if (event.type === 'call.asking') {
        const { question } = event;
        begin(question.questionId, (signal) => answer(question, signal));
      }
    },
    async confirmAllTools() {
      if (core.hub.peek(conversationId)?.approvalMode === 'all') return true;
      const chosen = await client.requestPermission(allToolsRequest(conversationId), closing.signal).catch(() => null);
      return chosen?.outcome.outcome === 'selected' && chosen.outcome.optionId === 'allow';
    },
    close: () => closing.abort(),
  };
}
