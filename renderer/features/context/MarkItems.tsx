// Menu items of a message or tool call: hide it from the model, or pin it.

import { Eye, EyeOff, Pin, PinOff } from 'lucide-react';
import type { Message } from '../../../shared/conversation/message.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useSession } from '../../core/state/context.tsx';
import { MenuItem, MenuSeparator } from '../../ui/Menu.tsx';
import type { MarkRequest } from './contextActions.ts';
import { useMessageMark } from './messageMark.ts';
import { shortLabel } from './shortLabel.ts';

const words = lateStrings.context;

export function MarkItems({ message, label, line }: { message: Message; label?: string | undefined; line: boolean }) {
  const { contextActions } = useSession();
  const mark = useMessageMark(message);
  if (message.partType === 'note' || message.partType === 'summary') return null;
  const wish = (name: MarkRequest) => () => void contextActions.mark(message.id, name, shortLabel(label ?? ''));
  return (
    <>
      {mark === 'hidden' ? (
        <MenuItem needs="context.mark" icon={Eye} label={words.show} hint={words.showHint} onSelect={wish('show')} />
      ) : (
        <MenuItem needs="context.mark" icon={EyeOff} label={words.hide} hint={words.hideHint} onSelect={wish('hide')} />
      )}
      {mark === 'pinned' ? (
        <MenuItem
          needs="context.mark"
          icon={PinOff}
          label={words.unpin}
          hint={words.unpinHint}
          onSelect={wish('unpin')}
        />
      ) : (
        !message.removed && (
          <MenuItem needs="context.mark" icon={Pin} label={words.pin} hint={words.pinHint} onSelect={wish('pin')} />
        )
      )}
      {line && <MenuSeparator />}
    </>
  );
}
