// Any text, as it is.

import { useMemo } from 'react';
import { LineChunks } from './LineChunks.tsx';

export function TextView({ text, tone = 'text-ink' }: { text: string; tone?: string }) {
  const lines = useMemo(() => text.split('\n'), [text]);
  return (
    <div className={`wrap-anywhere whitespace-pre-wrap px-3 py-2.5 font-mono text-code ${tone}`}>
      <LineChunks
        lines={lines}
        render={(line, index) => (
          <div key={index} className="min-h-5">
            {line}
          </div>
        )}
      />
    </div>
  );
}
