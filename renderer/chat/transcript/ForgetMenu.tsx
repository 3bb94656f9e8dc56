// The menu of a message or a tool call: what is seldom done with it.

import { Ellipsis, Eraser } from 'lucide-react';
import { useSession } from '../../state/context.tsx';
import { strings } from '../../strings.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import type { ForgetTarget } from './ForgetDialog.tsx';

const words = strings.chat.forget;

export function ForgetMenu({ targets, label }: { targets: readonly ForgetTarget[]; label: string }) {
  const { view } = useSession();
  return (
    <Menu align="end" trigger={<IconButton icon={Ellipsis} label={label} size="small" />}>
      {targets.map((target) => (
        <MenuItem
          key={target.what}
          icon={Eraser}
          label={words.action[target.what]}
          tone="danger"
          onSelect={() => view.setState({ dialog: { type: 'forget', ...target } })}
        />
      ))}
    </Menu>
  );
}
