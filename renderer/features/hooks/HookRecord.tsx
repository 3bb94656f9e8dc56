// What hooks did when a turn ended, as one quiet line until it is opened: their runs, and what they changed in files.

import { ChevronRight } from 'lucide-react';
import type { SystemMessage } from '../../../shared/conversation/message.ts';
import { CallChanges } from '../changes/CallChanges.tsx';
import { HookRuns } from './HookRuns.tsx';
import { hookRunsOf, wentWrong } from './hookRuns.ts';
import { hookWords } from './words.ts';

const words = hookWords.ended;

export function HookRecord({ message }: { message: SystemMessage }) {
  const { details = {}, replyId, includeInContext } = message;
  const failed = hookRunsOf(details).some(wentWrong);
  const title = includeInContext !== false ? words.sentBack : failed ? words.failed : words.ran;
  return (
    <details data-role="system" data-message={message.id} className="group/ended">
      <summary className="-mx-1 inline-flex list-none items-center gap-1 rounded-s px-1 text-ink-3 text-small hover:text-ink-2 [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronRight className="size-3.5 transition-transform duration-120 group-open/ended:rotate-90" aria-hidden />
      </summary>
      <div className="mt-1 border-line border-l-2 pl-3 text-ink-2">
        <HookRuns details={details} />
        {replyId !== undefined && (
          <CallChanges call={{ key: message.id, messageId: replyId, index: 0, result: message }} />
        )}
      </div>
    </details>
  );
}
