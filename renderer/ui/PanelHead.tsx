// Common header of panels: title, actions, and the close button on the right.

import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './IconButton.tsx';

interface PanelHeadProps {
  title: ReactNode;
  closeLabel: string;
  onClose: () => void;
  /** Next to the title. */
  children?: ReactNode;
}

export function PanelHead({ title, closeLabel, onClose, children }: PanelHeadProps) {
  return (
    <div className="flex h-11 shrink-0 items-center gap-1 border-line border-b pr-2 pl-4">
      {title}
      {children}
      <IconButton icon={X} label={closeLabel} shortcut="Esc" className="ml-auto" onClick={onClose} />
    </div>
  );
}
