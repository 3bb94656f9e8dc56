// Lets code, tables and diffs of the transcript take more than its column. One choice for all of them, remembered.

import { UnfoldHorizontal } from 'lucide-react';
import { lateStrings } from '../../core/lateStrings.ts';
import { useSession, useView } from '../../core/state/context.tsx';
import { IconButton } from '../../ui/IconButton.tsx';

export function WidenButton() {
  const { view } = useSession();
  const isWidened = useView((now) => now.isWidened);
  return (
    <span className="widen">
      <IconButton
        icon={UnfoldHorizontal}
        label={lateStrings.markdown.widen}
        size="small"
        aria-pressed={isWidened}
        onClick={() => view.setState({ isWidened: !isWidened })}
      />
    </span>
  );
}
