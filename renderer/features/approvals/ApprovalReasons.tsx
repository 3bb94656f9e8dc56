// Explains why the user is asked: one sentence, and for a dangerous call each reason with an icon.

import { TriangleAlert } from 'lucide-react';
import type { ApprovalRequest } from '../../../shared/conversation/event.ts';
import type { UserTextData } from '../../../shared/core/sentence.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { strings } from '../../core/strings.ts';
import { englishOf } from '../../core/words/hostTranslations.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';

const words = lateStrings.approvals.card;

export function ApprovalReasons({
  request: { kind, reason, reasonType, server, agent, grave = [] },
}: {
  request: ApprovalRequest;
}) {
  // Do not repeat what is already shown.
  const isShown =
    reasonType === 'danger' || (reasonType === 'generic' && (kind === 'read' || (!agent && server === undefined)));
  return (
    <>
      {!isShown && (
        <p className="wrap-anywhere px-3 pt-2.5 text-ink-2 text-ui">
          <VisibleText text={strings.sentences.host(reason)} />
        </p>
      )}
      {grave.length > 0 && (
        <section data-grave data-must-see aria-label={words.grave} className="px-3 pt-2.5 text-ui">
          <p className="flex items-center gap-2 font-strong text-fail">
            <TriangleAlert className="size-4 shrink-0" strokeWidth={1.75} aria-hidden />
            {words.grave}
          </p>
          <DangerList grave={grave} />
        </section>
      )}
    </>
  );
}

export function DangerList({ grave }: { grave: readonly UserTextData[] }) {
  return (
    <ul className="flex list-disc flex-col gap-0.5 pt-1 pl-10 marker:text-fail">
      {grave.map((sentence) => (
        <li key={englishOf(sentence)} className="wrap-anywhere">
          <VisibleText text={strings.sentences.host(sentence)} />
        </li>
      ))}
    </ul>
  );
}
