// Web search results: title, address and excerpt of each page. A click opens the user's browser.

import type { WebSource } from '../../../shared/features/webSearch/webSearch.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useRovingFocus } from '../../ui/useRovingFocus.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { safeLink } from '../markdown/linkPolicy.ts';

const words = lateStrings.results.sources;

export function SourcesView({ sources }: { sources: readonly WebSource[] }) {
  const roving = useRovingFocus();
  if (sources.length === 0) return <p className="px-3 py-2.5 text-ink-3 text-ui">{words.none}</p>;
  return (
    <section aria-label={words.label} {...roving}>
      <ol className="divide-y divide-line">
        {sources.map((source, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page may be listed twice
          <li key={index} className="px-3 py-2.5">
            <Source source={source} first={index === 0} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The host name follows every title, so that a title cannot impersonate another site. */
function Source({ source: { title, url, text, date }, first }: { source: WebSource; first: boolean }) {
  const address = safeLink(url);
  return (
    <>
      {address === null ? (
        <p className="wrap-anywhere font-strong text-ui">
          <VisibleText text={title} />
        </p>
      ) : (
        <a
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          title={address}
          data-item
          tabIndex={first ? 0 : -1}
          className="wrap-anywhere font-strong text-accent text-ui hover:underline"
        >
          <VisibleText text={title} />
        </a>
      )}
      <p className="wrap-anywhere text-ink-3 text-small">
        <VisibleText text={address === null ? url : new URL(address).host} />
        {date !== undefined && <> · {date}</>}
      </p>
      {text !== '' && (
        <p className="wrap-anywhere mt-0.5 line-clamp-3 text-ink-2 text-ui">
          <VisibleText text={text} />
        </p>
      )}
    </>
  );
}
