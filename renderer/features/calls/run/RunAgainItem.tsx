// In the menu of a call: the person runs it again, with arguments that they may change.

import { Play } from 'lucide-react';
import type { CallRef } from '../../../core/calls/items.ts';
import { useSession } from '../../../core/state/context.tsx';
import { strings } from '../../../core/strings.ts';
import { MenuItem } from '../../../ui/Menu.tsx';

const words = strings.tools.run;

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
