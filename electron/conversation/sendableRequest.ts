// Sanitizes a whole request. A conversation's messages are sanitized when built (toApiMessages.ts); this covers the rest
// of it, and requests built elsewhere (summaries, titles, tools).

import { type ApiContentPart, type ApiMessage, type ApiTool, partsOf } from '../../shared/conversation/apiMessage.ts';
import { isSendable, sendableOrUndefined, sendableText } from '../../shared/conversation/sendable.ts';

interface Sent {
  system: string;
  messages: ApiMessage[];
  tools: ApiTool[];
}

/** Returns the same request if nothing changes. Caches which messages and tools were checked. */
export function createSendableRequest(): <T extends Sent>(request: T) => T {
  const sound = new WeakSet<ApiMessage | ApiTool>();
  const made = <Part extends ApiMessage | ApiTool>(
    part: Part,
    isSound: (part: Part) => boolean,
    make: (part: Part) => Part,
  ) => {
    if (sound.has(part)) return part;
    const sendable = isSound(part) ? part : make(part);
    sound.add(sendable);
    return sendable;
  };
  return (request) => {
    const system = sendableText(request.system);
    const messages = request.messages.map((message) => made(message, isSoundMessage, sendableMessage));
    const tools = request.tools.map((tool) => made(tool, isSendable, sendableTool));
    const isSame =
      system === request.system &&
      messages.every((message, at) => message === request.messages[at]) &&
      tools.every((tool, at) => tool === request.tools[at]);
    return isSame ? request : { ...request, system, messages, tools };
  };
}

function isSoundMessage(message: ApiMessage): boolean {
  if (message.role === 'assistant' || message.role === 'system') return isSendable(message);
  return (
    isSendable(partsOf(message).map(withoutBytes)) && (message.role === 'user' || isSendable(message.tool_call_id))
  );
}

/** Our own base64: large, and always valid. */
function withoutBytes(part: ApiContentPart): unknown {
  return part.type === 'text' ? part : { ...part, data: '' };
}

/** Drops provider data that is nested too deep. */
function sendableMessage(message: ApiMessage): ApiMessage {
  const whole = sendableOrUndefined(message);
  if (whole || message.role !== 'assistant') return whole ?? message;
  const { providerData: _tooDeep, ...rest } = message;
  return sendableOrUndefined(rest) ?? rest;
}

function sendableTool({ function: { name, description, parameters } }: ApiTool): ApiTool {
  const plain = sendableOrUndefined(parameters) ?? { type: 'object', properties: {} };
  return {
    type: 'function',
    function: { name: sendableText(name), description: sendableText(description), parameters: plain },
  };
}
