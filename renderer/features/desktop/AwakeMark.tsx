// In the sidebar's foot while the machine is kept awake. It leads to the setting.

import { Coffee } from 'lucide-react';
import { useSession } from '../../core/state/context.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useDesktopStatus } from './useDesktopStatus.ts';
import { desktopWords as words } from './words.ts';

export function AwakeMark() {
  const { view } = useSession();
  const status = useDesktopStatus();
  if (!status?.isAwake) return null;
  const field = words.settings.awake;
  return (
    <IconButton
      icon={Coffee}
      label={words.awake}
      data-awake
      onClick={() => view.setState({ dialog: { type: 'settings', section: 'desktop', field } })}
    />
  );
}
