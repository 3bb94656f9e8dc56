// Example messages that work with every model, the demo too. A click sends one.

import { CornerDownLeft } from 'lucide-react';
import { useActions } from '../../../core/state/context.tsx';
import { strings } from '../../../core/strings.ts';

export function Examples() {
  const actions = useActions();
  return (
    <ul className="-mx-3">
      {strings.start.examples.map((text) => (
        <li key={text}>
          <button
            type="button"
            onClick={() => void actions.send(text)}
            className="group flex min-h-9 w-full items-center gap-3 rounded-l px-3 py-1.5 text-left text-prose hover:bg-soft"
          >
            <span className="min-w-0 flex-1">{text}</span>
            <CornerDownLeft
              className="size-4 shrink-0 text-ink-3 opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100"
              strokeWidth={1.75}
              aria-hidden
            />
          </button>
        </li>
      ))}
    </ul>
  );
}
