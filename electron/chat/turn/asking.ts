// What a tool may ask while it runs: the person for a form or for leave, and the conversation's model beside the conversation.

import type { ApiMessage } from '../../../shared/conversation/apiMessage.ts';
import { callsOf } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../../shared/errors.ts';
import { told } from '../../../shared/sentence.ts';
import type { SideReply, SideRequest, ToolContext } from '../../ports/tool.ts';
import { askerOf } from './askedIn.ts';
import type { ContextParts } from './toolContext.ts';

export function askingParts(parts: ContextParts): Pick<ToolContext, 'askPerson' | 'approve' | 'askModel'> {
  const { conversationId, settings, signal, deps, call } = parts;
  const asker = askerOf(deps, conversationId, settings.agent);
  const place = { messageId: call.messageId, index: call.index };
  const both = (until?: AbortSignal): AbortSignal => (until ? AbortSignal.any([signal, until]) : signal);
  return {
    askPerson(asked, until) {
      const askedAt = deps.clock.now().toISOString();
      return asker.question({ ...asked, ...place, questionId: deps.ids.ulid(), askedAt }, both(until));
    },

    // Asked each time: no rule is made of the answer and none answers it.
    async approve(preview, reason, until) {
      const askedAt = deps.clock.now().toISOString();
      const asked = {
        approvalId: deps.ids.ulid(),
        ...place,
        ...calledTool(parts),
        preview,
        reason: told(reason),
        offers: [],
        byItself: true as const,
        askedAt,
      };
      return (await asker.approval(asked, both(until)))?.decision === 'allow';
    },

    askModel: (request, until) => askModel(request, { ...parts, signal: both(until) }),
  };
}

/** The tool whose call this is, by the record of the call. */
function calledTool({ conversationId, deps, call, settings }: ContextParts) {
  const message = deps.hub.peek(conversationId)?.messages.find(({ id }) => id === call.messageId);
  const named = message?.role === 'assistant' ? callsOf(message)[call.index]?.function.name : undefined;
  const tool = settings.known.find(({ name }) => name === named);
  const server = tool?.server === undefined ? {} : { server: tool.server };
  return { toolName: named ?? 'tool', kind: tool?.kind ?? ('mcp' as const), ...server };
}

/** One attempt, without tools and without the conversation. What it says is stored nowhere but in what the tool makes of it. */
async function askModel(asked: SideRequest, { settings, signal }: ContextParts): Promise<Result<SideReply>> {
  const messages = asked.messages.map(({ role, text }): ApiMessage => ({ role, content: text }));
  const request = { model: settings.model.model, system: asked.system, messages, tools: [] };
  const fits = settings.provider.check(request);
  if (!fits.ok) return fits;
  const outcome = await settings.provider.complete(request, {
    signal,
    idleTimeoutMs: settings.idleTimeoutMs,
    observer: { onText() {}, onReasoning() {}, onCall() {} },
  });
  if (outcome.kind === 'aborted') return fail('CANCELLED', 'The run was stopped while the model was asked.');
  if (outcome.kind === 'failed') return fail(outcome.failure.code, outcome.failure.message);
  const { text, finishReason, model } = outcome.reply;
  return ok({ text, finishReason, model: model ?? settings.model.model });
}
