// A text that a dialog reads from the host, to scroll in: that it is on its way, the text, or why there is none.

import { PlainText } from '../markdown/PlainText.tsx';

export interface PaneText {
  text: string;
  /** The text says why it could not be read. */
  failed: boolean;
}

/** `shown` null: it is on its way, as `loading` says. */
export function TextPane({ label, shown, loading }: { label: string; shown: PaneText | null; loading: string }) {
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      role="document"
      aria-label={label}
      className="min-h-24 flex-1 overflow-y-auto bg-soft"
    >
      {shown ? (
        <TextView text={shown.text} tone={shown.failed ? 'text-fail' : 'text-ink'} />
      ) : (
        <p className="px-3 py-2.5 text-ink-3 text-ui" role="status">
          {loading}
        </p>
      )}
    </div>
  );
}

/** Any text, as it is. */
export function TextView({ text, tone = 'text-ink' }: { text: string; tone?: string }) {
  return (
    <div className={`wrap-anywhere whitespace-pre-wrap px-3 py-2.5 font-mono text-code ${tone}`}>
      <PlainText text={text || '\u200b'} />
    </div>
  );
}
