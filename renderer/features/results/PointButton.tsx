// Opens a page's screenshot to point at an element of it.

import { Crosshair } from 'lucide-react';
import type { ToolMessage } from '../../../shared/conversation/message.ts';
import type { PageDetails } from '../../../shared/features/sharedBrowser/sharedBrowser.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useSession } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { drawable } from './useAttachment.ts';

export function PointButton({ result, page }: { result: ToolMessage; page: PageDetails }) {
  const { view } = useSession();
  const screenshot = result.attachments?.find(({ mediaType }) => drawable(mediaType));
  if (!screenshot) return null;
  const open = (): void => view.setState({ dialog: { type: 'point', hash: screenshot.hash, page } });
  return (
    <div className="px-3 pb-2.5">
      <Button size="small" onClick={open}>
        <Crosshair className="size-3.5" strokeWidth={1.75} aria-hidden />
        {lateStrings.results.page.point}
      </Button>
    </div>
  );
}
