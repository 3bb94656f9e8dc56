// Builds tool results. A failure begins with `Error: ` and says what to do; its code goes to the details.

import type { ApprovalPreview } from '../../shared/conversation/event.ts';
import type { ToolDetails } from '../../shared/conversation/message.ts';
import { type AppError, fail, type Result } from '../../shared/core/errors.ts';
import type { Sentence, UserText } from '../../shared/core/sentence.ts';
import type { ToolOutput } from '../ports/tool.ts';

export function successOutput(content: string, details: ToolDetails = {}): ToolOutput {
  return { outcome: 'ok', content, details };
}

export function failureOutput(error: AppError, details: ToolDetails = {}): ToolOutput {
  return {
    outcome: 'error',
    content: `Error: ${error.message}`,
    details: { ...details, errorCode: error.code, ...(error.said ? { said: error.said } : {}) },
  };
}

export function canceledOutput(what: string, details: ToolDetails = {}): ToolOutput {
  return { outcome: 'cancelled', content: `Error: the user stopped the run; ${what}`, details };
}

/** The default failure of a tool. */
export function toolFailure(message: UserText): Result<never> {
  return fail('TOOL_EXEC_FAILED', message);
}

/** Describes what a call will do. */
export function textPreview(sentence: Sentence): ApprovalPreview {
  return { type: 'text', text: sentence.text, said: sentence };
}
