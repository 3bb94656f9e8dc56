// What a person can decide about a call that was interrupted: run it again, skip it, or say that it was done. Whatever is
// chosen is the call's one result.

import { useState } from 'react';
import { useConversation, useSession } from '../../state/context.tsx';
import type { CallChoice } from '../../state/recoverActions.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/Button.tsx';
import type { CallRef } from '../transcript/items.ts';

const words = strings.calls.open;
const choices: CallChoice[] = ['run_again', 'skip', 'mark_done'];

export function OpenCallChoices({ call, box }: { call: CallRef; box: React.RefObject<HTMLElement | null> }) {
  const { recover } = useSession();
  const running = useConversation((state) => state.run !== null) ?? false;
  const [chosen, setChosen] = useState(false);

  async function choose(choice: CallChoice): Promise<void> {
    setChosen(true);
    // The buttons go when it has its result; the keyboard stays with the box.
    box.current?.focus({ preventScroll: true });
    await recover.resolve(call.messageId, call.index, choice);
    setChosen(false);
  }

  return (
    <div className="px-3 pt-1 pb-3">
      <fieldset className="flex flex-wrap gap-2" disabled={chosen || running} aria-label={words.choices}>
        {choices.map((choice) => (
          <Button key={choice} size="small" title={words.hints[choice]} onClick={() => void choose(choice)}>
            {words[choice]}
          </Button>
        ))}
      </fieldset>
    </div>
  );
}
