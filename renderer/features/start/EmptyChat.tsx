// A chat without messages: recent conversations and examples. Folder and model are chosen at the composer.

import { strings } from '../../core/strings.ts';
import { Examples } from './Examples.tsx';
import { Notices } from './Notices.tsx';
import { Recent } from './Recent.tsx';

export function EmptyChat() {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex min-h-full max-w-[808px] flex-col justify-end px-4 pt-8 pb-5 narrow:px-6">
        <Notices />
        <h2 className="text-display">{strings.start.emptyTitle}</h2>
        <Recent />
        <Examples />
      </div>
    </div>
  );
}
