// The panels, opened and closed in one place: a switch for each that there is something to show in, at the right end of the bar.

import { FileText, Waypoints } from 'lucide-react';
import { useKeys } from '../../../core/commands/useKeys.ts';
import { useSession, useView } from '../../../core/state/context.tsx';
import { togglePanel } from '../../../core/state/panels.ts';
import { strings } from '../../../core/strings.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { panelOverQuery, useMedia } from '../../../ui/useMedia.ts';
import { ContextMeter } from '../../context/ContextMeter.tsx';
import { ProcessIndicator } from '../../processes/ProcessIndicator.tsx';

export function PanelSwitches() {
  const { view } = useSession();
  const chainKeys = useKeys('panel.chain');
  const over = useMedia(panelOverQuery);
  const panel = useView((now) => ((over ? now.sheet === 'panel' : now.panelOpen) ? now.panel : null));
  const hasFile = useView((now) => now.file !== null);
  return (
    <fieldset aria-label={strings.ui.panels} className="flex min-w-0 shrink-0 items-center gap-0.5">
      <ProcessIndicator open={panel === 'processes'} />
      {hasFile && (
        <IconButton
          icon={FileText}
          label={strings.ui.file}
          aria-pressed={panel === 'file'}
          onClick={() => togglePanel(view, 'file')}
        />
      )}
      <ContextMeter open={panel === 'context'} />
      <IconButton
        icon={Waypoints}
        label={strings.calls.chain.title}
        shortcut={chainKeys}
        aria-pressed={panel === 'chain'}
        onClick={() => togglePanel(view)}
      />
    </fieldset>
  );
}
