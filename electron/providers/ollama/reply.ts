// The lines of Ollama's own /api/chat → one reply. Arguments are objects there; what is kept is their JSON.

import type { ModelObserver, ModelReply } from '../../ports/provider.ts';
import { createSize, type ReplyReader, row, text } from '../http/replyReader.ts';

export function createOllamaReply(providerId: string, model: string, observer: ModelObserver): ReplyReader {
  const size = createSize();
  const calls: { id: string; name: string; arguments: string }[] = [];
  let said = '';
  let thought = '';
  let finishReason: string | null = null;
  let counted: [number | null, number | null] = [null, null];
  let answeredBy: string | null = null;
  let started = false;
  let problem: unknown = null;

  function addCall(given: Record<string, unknown>): void {
    const called = row(given.function) ?? {};
    const args = typeof called.arguments === 'string' ? called.arguments : JSON.stringify(called.arguments ?? {});
    calls.push({ id: text(given.id), name: text(called.name), arguments: size.take(args) });
    observer.onCall(calls.length - 1, text(called.name), args.length);
  }

  return {
    // It gives a reply no id.
    named() {},
    add(event) {
      const line = row(event);
      const before = size.all();
      if (line) {
        if (line.error !== undefined && line.error !== null) problem ??= line;
        answeredBy = text(line.model) || answeredBy;
        const message = row(line.message);
        if (message) {
          started = true;
          const thinking = size.take(text(message.thinking));
          const piece = size.take(text(message.content));
          thought += thinking;
          said += piece;
          if (thinking !== '') observer.onReasoning(thinking);
          if (piece !== '') observer.onText(piece);
          for (const call of Array.isArray(message.tool_calls) ? message.tool_calls : [])
            if (row(call)) addCall(row(call) ?? {});
        }
        if (line.done === true) {
          finishReason = text(line.done_reason) || 'stop';
          counted = [numberOf(line.prompt_eval_count), numberOf(line.eval_count)];
        }
      }
      size.noted(before);
    },
    endless: () => size.endless(finishReason !== null),
    finished: () => finishReason !== null,
    started: () => started,
    problem: () => problem,
    id: () => null,
    partial: () => ({ text: said, reasoning: thought }),
    reply: (): ModelReply => {
      const [input, output] = counted;
      return {
        text: said,
        reasoning: thought,
        calls,
        finishReason: finishReason === 'stop' && calls.length > 0 ? 'tool_calls' : finishReason,
        usage:
          input === null && output === null
            ? null
            : {
                ...(input === null ? {} : { inputTokens: input }),
                ...(output === null ? {} : { outputTokens: output }),
              },
        model: answeredBy,
        providerData: { ollama: { provider: providerId, model, ...(thought === '' ? {} : { thinking: thought }) } },
      };
    },
  };
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}
