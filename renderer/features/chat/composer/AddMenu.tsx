// Menu of what can be added to the message: files, mentions, commands.

import { AtSign, Camera, Paperclip, Plus, SquareSlash } from 'lucide-react';
import { strings } from '../../../core/strings.ts';
import { focusComposer } from '../../../ui/focus.ts';
import { footerLabelClass, footerPartClass } from '../../../ui/footerPartClass.ts';
import { Menu, MenuItem } from '../../../ui/Menu.tsx';
import { touchQuery, useMedia } from '../../../ui/useMedia.ts';

interface AddMenuProps {
  /** `camera`: takes a picture instead. */
  onFiles: (camera?: 'camera') => void;
  /** Begins a completion. */
  onMark: (mark: '/' | '@') => void;
}

export function AddMenu({ onFiles, onMark }: AddMenuProps) {
  const isTouch = useMedia(touchQuery);
  return (
    <Menu
      side="top"
      onChosen={focusComposer}
      trigger={
        <button
          type="button"
          data-control="add"
          aria-label={strings.chat.add}
          title={strings.chat.add}
          className={footerPartClass('text-ink-2')}
        >
          <Plus className="size-4 shrink-0" strokeWidth={1.75} aria-hidden />
          <span className={footerLabelClass}>{strings.chat.add}</span>
        </button>
      }
    >
      <MenuItem moves icon={Paperclip} label={strings.chat.attach} onSelect={() => onFiles()} />
      {isTouch && <MenuItem moves icon={Camera} label={strings.chat.photo} onSelect={() => onFiles('camera')} />}
      <MenuItem moves icon={AtSign} label={strings.chat.mention} onSelect={() => onMark('@')} />
      <MenuItem moves icon={SquareSlash} label={strings.chat.commands} onSelect={() => onMark('/')} />
    </Menu>
  );
}
