// Fallback for a row that failed to render: reports it, and shows all its text.

import type { CallRef, TranscriptItem } from '../../core/calls/items.ts';
import { strings } from '../../core/strings.ts';
import { PlainText } from '../markdown/PlainText.tsx';

export function PlainRow({ text }: { text: string }) {
  return (
    <div data-role="not-drawn">
      <p className="text-ink-3 text-small">{strings.chat.notDrawn}</p>
      <div className="wrap-anywhere mt-1 max-h-[360px] overflow-y-auto whitespace-pre-wrap rounded-l bg-soft px-3 py-2.5 font-mono text-code">
        <PlainText text={text} />
      </div>
    </div>
  );
}

export function plainTextOfItem(item: TranscriptItem): string {
  if (item.type === 'changes') return '';
  if (item.type === 'calls') return item.calls.map(plainTextOfCall).join('\n\n');
  const { message } = item;
  return plainTextOf(message.content);
}

export function plainTextOfCall(call: CallRef): string {
  return [call.name, call.arguments, call.result?.content ?? ''].map(plainTextOf).join('\n');
}

/** Accepts any content: malformed content may have caused the failure. */
export function plainTextOf(content: unknown): string {
  if (typeof content === 'string') return content;
  try {
    return JSON.stringify(content, null, 1) ?? '';
  } catch {
    return '';
  }
}
