// Choices for an interrupted call: run it again, skip it, or mark it as done. The choice becomes the call's result. Its
// process may still be running, and must end before running it again.

import { useState } from 'react';
import type { CallStatus } from '../../core/calls/callState.ts';
import type { CallRef } from '../../core/calls/items.ts';
import { useConversation, useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import type { CallChoice } from './recoverActions.ts';

const words = strings.calls.open;

interface Offer {
  name: keyof typeof words.hints;
  choice: CallChoice;
  endProcess?: boolean;
}

function offersFor({ neverStarted, process }: Pick<CallStatus, 'neverStarted' | 'process'>): Offer[] {
  const skip: Offer = { name: 'skip', choice: 'skip' };
  const done: Offer = { name: 'mark_done', choice: 'mark_done' };
  // It never started, so it cannot have been done.
  if (neverStarted) return [{ name: 'run', choice: 'run_again' }, skip];
  if (!process) return [{ name: 'run_again', choice: 'run_again' }, skip, done];
  return [
    { name: 'end_and_run_again', choice: 'run_again', endProcess: true },
    { name: 'end_and_skip', choice: 'skip', endProcess: true },
    skip,
    done,
  ];
}

interface OpenCallChoicesProps {
  call: CallRef;
  status: CallStatus;
  box: React.RefObject<HTMLElement | null>;
}

export function OpenCallChoices({ call, status, box }: OpenCallChoicesProps) {
  const { recover } = useSession();
  const running = useConversation((state) => state.run !== null) ?? false;
  const [chosen, setChosen] = useState(false);

  async function choose({ choice, endProcess = false }: Offer): Promise<void> {
    setChosen(true);
    // The buttons disappear with the result; keep the focus in the box.
    box.current?.focus({ preventScroll: true });
    await recover.resolve(call.messageId, call.index, choice, endProcess ? { endProcess } : {});
    setChosen(false);
  }

  return (
    <div className="px-3 pt-1 pb-3">
      <fieldset className="flex flex-wrap gap-2" disabled={chosen || running} aria-label={words.choices}>
        {offersFor(status).map((offer) => (
          <Button key={offer.name} size="small" title={words.hints[offer.name]} onClick={() => void choose(offer)}>
            {words[offer.name]}
          </Button>
        ))}
      </fieldset>
    </div>
  );
}
