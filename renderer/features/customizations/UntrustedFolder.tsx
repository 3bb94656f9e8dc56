// Customizations of an untrusted folder: only their names, and a button to trust it.

import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useTrust } from '../../core/state/useTrust.ts';
import { Button } from '../../ui/Button.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { kindIcons } from './kindIcons.ts';
import type { Customizations } from './useCustomizations.ts';
import { customizationWords } from './words.ts';

const words = customizationWords.page;

export function UntrustedFolder({
  project,
  untrusted,
}: {
  project: ProjectInfo;
  untrusted: Customizations['untrusted'];
}) {
  const trust = useTrust();
  const { names, count } = untrusted;
  return (
    <section aria-label={words.untrusted.title} className="rounded-l bg-wait-soft px-3 py-2.5 text-ui">
      <p className="font-strong">{words.untrusted.found(visibleText(project.name), count)}</p>
      <ul className="mt-1.5 flex max-h-32 flex-wrap gap-1.5 overflow-y-auto">
        {names.map(({ kind, name }) => {
          const Icon = kindIcons[kind];
          return (
            <li
              key={`${kind}/${name}`}
              className="flex max-w-full items-center gap-1.5 rounded-m border border-line bg-page px-2 py-0.5 text-small"
            >
              <Icon className="size-3.5 shrink-0 text-ink-3" strokeWidth={1.75} aria-label={words.one[kind]} />
              <span className="truncate">
                <VisibleText text={name} />
              </span>
            </li>
          );
        })}
        {count > names.length && (
          <li className="px-1 py-0.5 text-ink-2 text-small">{words.untrusted.more(count - names.length)}</li>
        )}
      </ul>
      <p className="mt-2 text-ink-2">{words.untrusted.hint}</p>
      <Button size="small" className="mt-2" onClick={() => void trust.set(project, true)}>
        {lateStrings.mentions.trust.trust}
      </Button>
    </section>
  );
}
