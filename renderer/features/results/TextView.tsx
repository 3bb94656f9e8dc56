// Any text, as it is.

import { PlainText } from '../markdown/PlainText.tsx';

export function TextView({ text, tone = 'text-ink' }: { text: string; tone?: string }) {
  return (
    <div className={`wrap-anywhere whitespace-pre-wrap px-3 py-2.5 font-mono text-code ${tone}`}>
      <PlainText text={text || '\u200b'} />
    </div>
  );
}
