// Replaces the answers in an agent's own conversation: its requests are answered in the box of the call that started
// it.

import { useSession } from '../../core/state/context.tsx';
import { openCallAbove, useStartedBy } from '../../core/state/openStartedBy.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { visibleText } from '../../ui/visibleText.ts';

const words = strings.processes.agent;

export function AskedAbove() {
  const session = useSession();
  const top = useStartedBy().at(-1);
  return (
    <div data-asked-above className="flex flex-wrap items-center justify-between gap-2 px-3 pt-2 pb-3 text-ui">
      <p className="wrap-anywhere min-w-0 flex-1 basis-64">
        {top ? words.askedIn(visibleText(top.title) || strings.sidebar.untitled) : words.askedAbove}
      </p>
      {top && <Button onClick={() => void openCallAbove(session, top)}>{words.toQuestion}</Button>}
    </div>
  );
}
