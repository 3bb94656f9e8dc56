// The pages that the provider's own search found for a reply: one quiet line until it is opened.

import { ChevronRight } from 'lucide-react';
import { readWebSources } from '../../../../shared/features/webSearch/webSearch.ts';
import { strings } from '../../../core/strings.ts';
import { classes } from '../../../ui/classes.ts';
import { SourcesView } from '../../results/SourcesView.tsx';
import { useOpenPart } from './useOpenPart.ts';

/** `id`: of the reply's record. `sources`: as the log has them. */
export function ReplySources({ id, sources }: { id: string; sources: unknown }) {
  const [open, setOpen] = useOpenPart(`${id}:sources`);
  const pages = readWebSources(sources);
  if (pages.length === 0) return null;
  return (
    <div className="mt-2 text-ink-3 text-ui">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-ml-1 flex items-center gap-1 rounded-s px-1 hover:text-ink-2"
      >
        {strings.chat.sources(pages.length)}
        <ChevronRight
          className={classes('size-3.5 transition-transform duration-120', open && 'rotate-90')}
          aria-hidden
        />
      </button>
      {open && (
        <div className="mt-1 rounded-m border border-line">
          <SourcesView sources={pages} />
        </div>
      )}
    </div>
  );
}
