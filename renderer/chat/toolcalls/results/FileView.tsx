// A page of a file with the numbers of its lines.

import { useMemo } from 'react';
import { LineChunks } from './LineChunks.tsx';
import { numberedLines } from './numberedLines.ts';

export function FileView({ content }: { content: string }) {
  const lines = useMemo(() => numberedLines(content), [content]);
  return (
    <div className="py-2 font-mono text-code">
      <LineChunks
        lines={lines}
        render={(line, index) =>
          line.number === null ? (
            <p key={index} className="px-3 pt-1 font-sans text-ink-3 text-small">
              {line.text.replace(/^\[(.*)\]$/, '$1')}
            </p>
          ) : (
            <div key={index} className="flex">
              <span className="tabular w-13 shrink-0 select-none pr-3 text-right text-ink-3">{line.number}</span>
              <span className="wrap-anywhere min-w-0 flex-1 whitespace-pre-wrap pr-3">{line.text || '\u200b'}</span>
            </div>
          )
        }
      />
    </div>
  );
}
