// Above an agent's conversation: whose agent it is, and a link to the call that started it.

import { CornerLeftUp } from 'lucide-react';
import { useKeys } from '../../core/commands/shortcuts.ts';
import { useSession } from '../../core/state/context.tsx';
import { revealStartingCall, useStartingCalls } from '../../core/state/startingCalls.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { visibleText } from '../../ui/visibleText.ts';

const words = strings.processes.agent;

export function StartedByLine() {
  const session = useSession();
  const keys = useKeys('agent.parent');
  const [above] = useStartingCalls();
  if (!above) return null;
  const title = visibleText(above.title) || strings.sidebar.untitled;
  return (
    <nav
      aria-label={words.above}
      data-started-by
      className="flex min-h-9 shrink-0 items-center gap-2 border-line border-b bg-soft px-3 py-0.5 text-ui"
    >
      <CornerLeftUp className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
      <p className="min-w-0 flex-1 truncate text-ink-2" title={title}>
        {words.workFor} <span className="text-ink">{title}</span>
      </p>
      <Button size="small" tone="ghost" onClick={() => void revealStartingCall(session, above)}>
        {words.toCall}
        {keys && (
          <span className="hidden wide:inline">
            <Kbd keys={keys} />
          </span>
        )}
      </Button>
    </nav>
  );
}
