// Splits a reply with thinking, text, calls and results in one list into messages: each run of calls with the preceding
// thinking and text is an assistant message, followed by its results.

import type { Outcome, ToolCall, ToolDetails } from '../../../shared/conversation/message.ts';
import type { ImportProgram } from '../../../shared/features/import/otherApps.ts';
import { importedId } from '../importedId.ts';

export interface ReplyDraft {
  content: string | null;
  reasoning: string;
  calls: ToolCall[];
  results: ResultDraft[];
}

interface ResultDraft {
  callId: string;
  toolName: string;
  content: string;
  outcome: Outcome;
  details?: ToolDetails;
  attachments?: { hash: string; mediaType: string; name?: string }[];
}

export interface ReplyParts {
  text(text: string): void;
  thinking(text: string): void;
  /** Returns the call's id; `id` null: generate one. */
  call(id: string | null, name: string, argumentText: string): string;
  /** Returns false without a matching call. Only a call's first result counts. */
  result(result: ResultDraft): boolean;
  end(): ReplyDraft[];
}

/** `name`: the reply's name, for generated call ids. */
export function createReplyParts(program: ImportProgram, session: string, name: string): ReplyParts {
  const drafts: ReplyDraft[] = [];
  let calls = 0;

  function open(isNew: (last: ReplyDraft) => boolean): ReplyDraft {
    const last = drafts.at(-1);
    if (last && !isNew(last)) return last;
    const draft: ReplyDraft = { content: null, reasoning: '', calls: [], results: [] };
    drafts.push(draft);
    return draft;
  }

  return {
    text(text) {
      if (text === '') return;
      const draft = open((last) => last.calls.length > 0);
      draft.content = (draft.content ?? '') + text;
    },
    thinking(text) {
      if (text === '') return;
      const draft = open((last) => last.calls.length > 0 || last.content !== null);
      draft.reasoning += draft.reasoning === '' ? text : `\n\n${text}`;
    },
    call(id, toolName, argumentText) {
      const draft = open((last) => last.results.length > 0);
      const callId = id ?? `call_${importedId(program, session, `${name} call ${calls}`)}`;
      calls++;
      draft.calls.push({ id: callId, type: 'function', function: { name: toolName, arguments: argumentText } });
      return callId;
    },
    result(result) {
      const draft = drafts.findLast((each) => each.calls.some(({ id }) => id === result.callId));
      if (!draft || draft.results.some(({ callId }) => callId === result.callId)) return false;
      draft.results.push(result);
      return true;
    },
    end: () => drafts,
  };
}
