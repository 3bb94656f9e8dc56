// The composer's footer, in one row: attachments, working folder, model and options, approval mode, and send buttons on
// the right. In narrow windows each part shrinks to its icon, keeping its name.

import { memo, type ReactNode } from 'react';
import { part } from '../../../core/parts/part.tsx';
import { footPart } from '../../../ui/footPart.ts';
import { ApprovalMenu } from '../../approvals/ApprovalMenu.tsx';
import { ServerMenu } from '../../mcp/ServerMenu.tsx';
import { ModelMenu } from '../../models/ModelMenu.tsx';
import { OptionsMenu } from '../../models/OptionsMenu.tsx';
import { FolderMenu } from '../../projects/FolderMenu.tsx';

export function ComposerFoot({ attach, children }: { attach: ReactNode; children: ReactNode }) {
  return (
    <div className="@container/foot flex flex-wrap items-center gap-x-1 gap-y-1 pt-1">
      <div className="flex min-w-0 flex-1 items-center gap-0.5">
        {attach}
        <Menus />
      </div>
      <div className="ml-auto flex shrink-0 items-center gap-1.5">{children}</div>
    </div>
  );
}

/** Loaded after the first screen. */
const PresetMenuPart = part(async () => (await import('../../presets/PresetMenu.tsx')).PresetMenu);

/** Memoized: typing does not re-render it. */
const Menus = memo(function Menus() {
  return (
    <>
      <FolderMenu />
      <ModelMenu />
      <OptionsMenu />
      <PresetMenuPart look={footPart} />
      <ApprovalMenu />
      <ServerMenu />
    </>
  );
});
