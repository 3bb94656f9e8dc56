// Placeholder for a permanently removed message, with the date.

import { formatFullTime } from '../../core/format/time.ts';
import { strings, timeLocale } from '../../core/strings.ts';

export function RemovedText({ at }: { at: string }) {
  return (
    <p className="text-ink-3 text-ui italic" title={formatFullTime(at, timeLocale)}>
      {strings.chat.forget.removed}
    </p>
  );
}
