// In the place of a message that was removed for good: that it was, and when.

import { formatFullTime } from '../../core/format/time.ts';
import { strings, timeLocale } from '../../core/strings.ts';

export function RemovedText({ at }: { at: string }) {
  return (
    <p className="text-ink-3 text-ui italic" title={formatFullTime(at, timeLocale)}>
      {strings.chat.forget.removed}
    </p>
  );
}
