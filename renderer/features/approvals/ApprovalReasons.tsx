// Why a person is asked: in a plain sentence, and of a grave call each thing that makes it one, in words and with a glyph.

import { TriangleAlert } from 'lucide-react';
import type { ApprovalRequest } from '../../../shared/conversation/event.ts';
import type { UserTextData } from '../../../shared/core/sentence.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { strings } from '../../core/strings.ts';
import { englishOf } from '../../core/words/hostTranslations.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';

const words = lateStrings.approvals.card;

export function ApprovalReasons({ request: { reason, server, agent, grave = [] } }: { request: ApprovalRequest }) {
  // What is said above or below is not said twice.
  const isSaid =
    (!agent && server === undefined && isPlain(reason)) ||
    grave.some((sentence) => englishOf(reason).startsWith(englishOf(sentence)));
  return (
    <>
      {!isSaid && (
        <p className="wrap-anywhere px-3 pt-2.5 text-ink-2 text-ui">
          <VisibleText text={strings.sentences.host(reason)} />
        </p>
      )}
      {grave.length > 0 && (
        <section data-grave aria-label={words.grave} className="px-3 pt-2.5 text-ui">
          <p className="flex items-center gap-2 font-strong text-fail">
            <TriangleAlert className="size-4 shrink-0" strokeWidth={1.75} aria-hidden />
            {words.grave}
          </p>
          <GraveList grave={grave} />
        </section>
      )}
    </>
  );
}

/** What each change, command or fetch is: its row and what will happen say so already. */
function isPlain(reason: UserTextData): boolean {
  return /^It (?:changes a file in your folder|runs a command on your machine|sends a request over the network(?: to \S+)?)\.$/.test(
    englishOf(reason),
  );
}

export function GraveList({ grave }: { grave: readonly UserTextData[] }) {
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
