// Button at the top of a page that reopens the sidebar while it is closed.

import { PanelLeft } from 'lucide-react';
import { useKeys } from '../../core/commands/shortcuts.ts';
import { useSession, useView } from '../../core/state/context.tsx';
import { toggleSidebar } from '../../core/state/panels.ts';
import { strings } from '../../core/strings.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { narrowQuery, useMedia } from '../../ui/useMedia.ts';

export function OpenSidebarButton() {
  const { view } = useSession();
  const keys = useKeys('sidebar.toggle');
  const narrow = useMedia(narrowQuery);
  const isOpen = useView((now) => now.sidebarOpen) && !narrow;
  if (isOpen) return null;
  return (
    <IconButton
      icon={PanelLeft}
      label={strings.ui.openSidebar}
      shortcut={keys}
      data-not-on-phone
      onClick={() => toggleSidebar(view)}
    />
  );
}
