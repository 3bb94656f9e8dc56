// Below a run that broke off with the app: that it did, and the button that goes on.

import { useActions } from '../../state/context.tsx';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/Button.tsx';
import type { TranscriptItem } from './items.ts';

/** True when the conversation ends in calls without results or in a reply that was cut by the end of the app. */
export function endsInterrupted(items: readonly TranscriptItem[]): boolean {
  const last = items.at(-1);
  if (last?.type === 'calls') return last.calls.some((call) => call.result === null);
  return last?.type === 'assistant' && last.message.finishReason === 'interrupted';
}

export function InterruptedRow() {
  const actions = useActions();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2" data-role="interrupted">
      <p className="text-ink-3 text-ui">{strings.chat.runInterrupted}</p>
      <Button size="small" onClick={() => void actions.send(strings.chat.continueText)}>
        {strings.chat.continue}
      </Button>
    </div>
  );
}
