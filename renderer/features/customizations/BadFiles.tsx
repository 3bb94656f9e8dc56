// Customization files that are ignored because of an error, with file, place and reason.

import { TriangleAlert } from 'lucide-react';
import type { CustomizationProblem } from '../../../shared/features/customizations/methods.ts';
import { strings } from '../../core/strings.ts';
import { englishOf } from '../../core/words/hostTranslations.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { customizationWords } from './words.ts';

const words = customizationWords.page;

export function BadFiles({ problems }: { problems: readonly CustomizationProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <section aria-label={words.problems} className="mt-4 flex gap-2.5 rounded-l bg-wait-soft px-3 py-2.5 text-ui">
      <TriangleAlert className="mt-0.5 size-4 shrink-0 text-wait" strokeWidth={1.75} aria-hidden />
      <div className="min-w-0">
        <p className="font-strong">{words.problems}</p>
        <ul className="mt-1 grid gap-1.5">
          {problems.map(({ label, line, message }) => (
            <li key={`${label}:${line} ${englishOf(message)}`} className="wrap-anywhere">
              <span className="block font-mono text-code text-ink-2">
                {line === undefined ? visibleText(label) : words.at(visibleText(label), line)}
              </span>
              <VisibleText text={strings.sentences.host(message)} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
