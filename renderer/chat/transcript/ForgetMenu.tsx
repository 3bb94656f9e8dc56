// The menu of a message or a tool call: what is seldom done with it.

import { Ellipsis, Eraser, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Message } from '../../../shared/conversation/message.ts';
import { MarkItems } from '../../context/MarkItems.tsx';
import { useSession } from '../../state/context.tsx';
import { strings } from '../../strings.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/Menu.tsx';
import type { ForgetTarget } from './ForgetDialog.tsx';

const words = strings.chat.forget;

export interface ForgetMenuProps {
  targets: readonly ForgetTarget[];
  label: string;
  /** The record that can be hidden from the model or pinned, and what it is called. */
  record?: Message | undefined;
  recordLabel?: string | undefined;
  /** What can be done with it before everything else. */
  children?: ReactNode;
}

export function ForgetMenu({ targets, label, record, recordLabel, children }: ForgetMenuProps) {
  const { view } = useSession();
  return (
    <Menu
      align={record?.role === 'assistant' ? 'start' : 'end'}
      trigger={<IconButton icon={Ellipsis} label={label} size="small" />}
    >
      {children}
      {children && (record || targets.length > 0) && <MenuLine />}
      {record?.role === 'user' && (
        <>
          <MenuItem
            icon={RotateCcw}
            label={strings.changes.rewind.action}
            onSelect={() => view.setState({ dialog: { type: 'rewind', messageId: record.id } })}
          />
          <MenuLine />
        </>
      )}
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
