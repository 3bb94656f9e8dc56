// Unreadable parts, by file and line; collapsed unless there is nothing else.

import { TriangleAlert } from 'lucide-react';
import type { ImportFindings } from '../../../shared/features/import/methods.ts';
import { strings } from '../../core/strings.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { importWords } from './words.ts';

const words = importWords;

export function Problems({
  findings: { problems, moreProblems },
  open = false,
}: {
  findings: ImportFindings;
  open?: boolean;
}) {
  if (problems.length === 0) return null;
  return (
    <details open={open} className="shrink-0 px-5 py-2 text-ui">
      <summary className="-mx-2 cursor-default rounded-m px-2 py-1 text-wait">
        <TriangleAlert className="mr-1.5 inline size-4 align-[-3px]" strokeWidth={1.75} aria-hidden />
        {words.problems(problems.length + moreProblems)}
      </summary>
      <p className="mt-1 text-ink-3 text-small">{words.problemsHint}</p>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
        tabIndex={0}
        className="-mx-2 mt-1 max-h-36 overflow-y-auto rounded-m px-2"
        aria-label={words.problems(problems.length)}
      >
        {problems.map(({ file, line, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries may repeat
          <li key={index} className="wrap-anywhere py-1">
            <span className="block text-ink-3 text-small">
              <VisibleText text={line === null ? file : words.line(file, line)} />
            </span>
            <VisibleText text={strings.sentences.host(message)} />
          </li>
        ))}
        {moreProblems > 0 && <li className="py-1 text-ink-3">{words.moreProblems(moreProblems)}</li>}
      </ul>
    </details>
  );
}
