// The menu of a message or a tool call: what is seldom done with it.

import { Ellipsis, Eraser } from 'lucide-react';
import type { Message } from '../../../shared/conversation/message.ts';
import { MarkItems } from '../../context/MarkItems.tsx';
import { useSession } from '../../state/context.tsx';
import { strings } from '../../strings.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import type { ForgetTarget } from './ForgetDialog.tsx';

const words = strings.chat.forget;

export interface ForgetMenuProps {
  targets: readonly ForgetTarget[];
  label: string;
  /** The record that can be hidden from the model or pinned, and what it is called. */
  record?: Message | undefined;
  recordLabel?: string | undefined;
}

export function ForgetMenu({ targets, label, record, recordLabel }: ForgetMenuProps) {
  const { view } = useSession();
  return (
    <Menu
      align={record?.role === 'assistant' ? 'start' : 'end'}
      trigger={<IconButton icon={Ellipsis} label={label} size="small" />}
    >
      {record && <MarkItems message={record} label={recordLabel} line={targets.length > 0} />}
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
