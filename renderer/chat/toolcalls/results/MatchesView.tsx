// Matches of a search, gathered by file.

import { useMemo } from 'react';
import { LineChunks } from './LineChunks.tsx';

type Row =
  | { type: 'file'; path: string }
  | { type: 'match'; line: string; text: string }
  | { type: 'note'; text: string };

export function MatchesView({ content }: { content: string }) {
  const rows = useMemo(() => matchRows(content), [content]);
  return (
    <div className="py-2 font-mono text-code">
      <LineChunks
        lines={rows}
        render={(row, index) => {
          if (row.type === 'file') {
            return (
              <p key={index} className="wrap-anywhere px-3 pt-1.5 font-sans font-strong text-ui first:pt-0">
                {row.path}
              </p>
            );
          }
          if (row.type === 'note') {
            return (
              <p key={index} className="wrap-anywhere px-3 pt-1 font-sans text-ink-3 text-small">
                {row.text}
              </p>
            );
          }
          return (
            <div key={index} className="flex">
              <span className="tabular w-13 shrink-0 select-none pr-3 text-right text-ink-3">{row.line}</span>
              <span className="wrap-anywhere min-w-0 flex-1 whitespace-pre-wrap pr-3">{row.text}</span>
            </div>
          );
        }}
      />
    </div>
  );
}

export function matchRows(content: string): Row[] {
  const rows: Row[] = [];
  let path: string | null = null;
  for (const line of content.split('\n')) {
    const match = /^(.+?):(\d+): (.*)$/s.exec(line);
    if (!match) {
      if (line !== '') rows.push({ type: 'note', text: line.replace(/^\[(.*)\]$/, '$1') });
      continue;
    }
    const [, found = '', number = '', text = ''] = match;
    if (found !== path) rows.push({ type: 'file', path: found });
    path = found;
    rows.push({ type: 'match', line: number, text });
  }
  return rows;
}
