// Parts of this conversation that could not be read, and how that was handled.

import { TriangleAlert } from 'lucide-react';
import { useConversation } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { englishOf } from '../../core/words/hostTranslations.ts';

export function Notices() {
  const notices = useConversation((state) => state.notices);
  if (!notices || notices.length === 0) return null;
  return (
    <section aria-label={strings.chat.notices}>
      <div className="flex gap-2.5 rounded-l bg-wait-soft px-3 py-2.5 text-ui">
        <TriangleAlert className="mt-0.5 size-4 shrink-0 text-wait" strokeWidth={1.75} aria-hidden />
        <div className="min-w-0">
          {notices.map((notice) => (
            <p key={englishOf(notice)} className="wrap-anywhere">
              {strings.sentences.host(notice)}
            </p>
          ))}
        </div>
      </div>
    </section>
  );
}
