// In the sidebar's foot while sync needs the user. It leads to the page.

import { CloudAlert } from 'lucide-react';
import type { SyncAlert } from '../../../shared/features/sync/sync.ts';
import { useSession } from '../../core/state/context.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { syncWords as words } from './words.ts';

export function SyncMark({ alert }: { alert: SyncAlert }) {
  const { view } = useSession();
  return (
    <IconButton
      icon={CloudAlert}
      label={words.alerts[alert]}
      className="[&_svg]:text-wait"
      data-sync-alert={alert}
      onClick={() => view.setState({ dialog: { type: 'settings', section: 'sync' } })}
    />
  );
}
