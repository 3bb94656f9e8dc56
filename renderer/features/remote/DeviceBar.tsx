// In the place of the composer, on a device that may not send: why, and stopping the run if it may do that.

import { Square } from 'lucide-react';
import { useActions, useConversation } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { DeviceLine } from './DeviceLine.tsx';

export function DeviceBar() {
  const actions = useActions();
  const running = useConversation((state) => state.run !== null) ?? false;
  return (
    <div className="mx-auto w-full max-w-[808px] px-3 pt-1 pb-3 narrow:px-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl border border-line bg-sunk px-3 py-2.5">
        <DeviceLine className="flex-1 basis-56" />
        {running && (
          <Button data-needs="run.stop" size="small" onClick={() => void actions.stop()}>
            <Square className="size-3 fill-current" strokeWidth={2} aria-hidden />
            {strings.chat.stop}
          </Button>
        )}
      </div>
    </div>
  );
}
