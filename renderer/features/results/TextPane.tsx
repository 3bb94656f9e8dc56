// A scrollable text that a dialog loads from the host: loading, loaded or failed.

import { useRovingFocus } from '../../ui/useRovingFocus.ts';
import { PlainText } from '../markdown/PlainText.tsx';

export interface PaneText {
  text: string;
  /** The text is an error message. */
  failed: boolean;
}

/** `content`: null while loading, which shows `loading`. */
export function TextPane({ label, content, loading }: { label: string; content: PaneText | null; loading: string }) {
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      role="document"
      aria-label={label}
      className="min-h-24 flex-1 overflow-y-auto bg-soft"
    >
      {content ? (
        <TextView text={content.text} tone={content.failed ? 'text-fail' : 'text-ink'} />
      ) : (
        <p className="px-3 py-2.5 text-ink-3 text-ui" role="status">
          {loading}
        </p>
      )}
    </div>
  );
}

/** Plain text, unformatted. Names of the folder's files are links. */
export function TextView({ text, tone = 'text-ink' }: { text: string; tone?: string }) {
  const roving = useRovingFocus();
  return (
    <div
      data-file-links
      className={`wrap-anywhere whitespace-pre-wrap px-3 py-2.5 font-mono text-code ${tone}`}
      {...roving}
    >
      <PlainText text={text || '\u200b'} links />
    </div>
  );
}
