// Menu item of a call: the user runs it again with arguments that they may edit.

import { Play } from 'lucide-react';
import type { CallRef } from '../../../core/calls/items.ts';
import { lateStrings } from '../../../core/lateStrings.ts';
import { useSession } from '../../../core/state/context.tsx';
import { MenuItem } from '../../../ui/Menu.tsx';

const words = lateStrings.tools.run;

export function RunAgainItem({ call }: { call: CallRef }) {
  const { view } = useSession();
  return (
    <MenuItem
      icon={Play}
      label={words.again}
      hint={words.againHint}
      onSelect={() => view.setState({ dialog: { type: 'toolRun', toolName: call.name, arguments: call.arguments } })}
    />
  );
}
