// Builds the request from what is stored. The same branch, settings and tools give the same request, byte for byte,
// whether or not the app was restarted in between (SEQ-1).

import type { ApiTool } from '../../shared/conversation/apiMessage.ts';
import { type ApiMessagesOptions, toApiMessages } from '../../shared/conversation/apiMessages.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { checkSequence, type Violation } from '../../shared/conversation/sequence.ts';
import type { ModelRequest } from '../ports/provider.ts';
import type { Tool } from '../ports/tool.ts';
import { composeSystemPrompt } from './systemPrompt.ts';

export interface ContextInput {
  branch: readonly Message[];
  instructions: string;
  tools: readonly Tool[];
  model: string;
  options: ApiMessagesOptions;
}

export interface BuiltContext {
  request: ModelRequest;
  /** Rules that the request still breaks after repair: a defect of ours, for the log. */
  violations: Violation[];
}

export function buildContext(input: ContextInput): BuiltContext {
  const { messages } = toApiMessages(input.branch, input.options);
  return {
    request: {
      model: input.model,
      system: composeSystemPrompt(input.instructions),
      messages,
      tools: input.tools.map(toApiTool),
    },
    violations: checkSequence(messages),
  };
}

function toApiTool(tool: Tool): ApiTool {
  return {
    type: 'function',
    function: { name: tool.name, description: tool.description, parameters: tool.parameters },
  };
}
