// Decides what a notification may show and answer: the only open prompt of a conversation, if it can be read there in full. Anything
// dangerous or doubtful, or too long to be read, can only be opened in the window.

import type { ApprovalRequest, ConversationState } from '../../../shared/conversation/event.ts';
import type { UserQuestion } from '../../../shared/conversation/question.ts';
import { visibleText } from '../../../shared/core/visibleText.ts';
import { answerLabel } from '../../tools/builtin/askUser.ts';

/** Systems show about this many characters, and cut the rest without a sign. */
const maxLength = 160;

/** Notification servers on Linux read, drop or show markup and its escapes as they like. */
const markup = /[&<>]/;

/** `prompt` null: it is only shown. */
export interface Answerable {
  text: string;
  prompt:
    | { kind: 'approval'; approvalId: string; mayAllow: boolean }
    | { kind: 'question'; questionId: string; field: string }
    | null;
}

/** Null: nothing waits, or several things do. */
export function answerablePrompt(
  { calls }: Pick<ConversationState, 'calls'>,
  platform: NodeJS.Platform,
): Answerable | null {
  const waiting = calls.filter(({ approval, question }) => approval ?? question);
  const [call] = waiting;
  if (!call || waiting.length > 1) return null;
  if (call.question) return ofQuestion(call.question);
  return call.approval ? ofApproval(call.approval, platform) : null;
}

function ofApproval({ approvalId, preview, ...request }: ApprovalRequest, platform: NodeJS.Platform): Answerable {
  const exact =
    preview.type === 'command' ? `$ ${preview.command}` : preview.type === 'text' ? preview.text : preview.path;
  const visible = visibleText(exact);
  // A path does not show the change.
  const isWhole =
    preview.type !== 'diff' &&
    visible === exact &&
    exact.length <= maxLength &&
    !exact.includes('\n') &&
    !(platform === 'linux' && markup.test(exact));
  // An agent's prompt belongs to another conversation, and another vendor's has options of its own.
  const isPlain = !request.agent && !request.external;
  const mayAllow = isWhole && isPlain && !request.byItself && !request.grave;
  return { text: cut(visible), prompt: isPlain ? { kind: 'approval', approvalId, mayAllow } : null };
}

function ofQuestion({ questionId, message, fields, from, url, plan }: UserQuestion): Answerable {
  const [field] = fields;
  const choices = field?.options?.map(({ label }) => label).join(' / ') ?? '';
  const parts = [message, field && field.label !== answerLabel ? field.label : '', choices && `(${choices})`];
  const text = cut(visibleText(parts.filter(Boolean).join(' ')));
  const isText =
    field?.type === 'text' || field?.type === 'long_text' || (field?.type === 'choice' && field.allowOther);
  const isPlain = from.type === 'model' && !plan && url === undefined && fields.length === 1 && isText;
  return { text, prompt: isPlain ? { kind: 'question', questionId, field: field.name } : null };
}

function cut(text: string): string {
  const line = text.replaceAll(/\s*\n\s*/g, ' ⏎ ');
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
}
