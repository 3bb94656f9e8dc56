// A page of a file with line numbers and, if available, syntax highlighting. Its path opens the file panel.

import { useMemo } from 'react';
import { lateStrings } from '../../core/lateStrings.ts';
import { useSession } from '../../core/state/context.tsx';
import { openFile } from '../../core/state/panels.ts';
import type { Token } from '../../core/state/textTools.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { LazyLines } from './LazyLines.tsx';
import { numberedLines } from './numberedLines.ts';
import { useFileColors } from './useFileColors.ts';

export function FileView({ content, path }: { content: string; path: string }) {
  const { view } = useSession();
  const lines = useMemo(() => numberedLines(content), [content]);
  const start = lines.find(({ number }) => number !== null)?.number ?? 1;
  const code = useMemo(() => lines.flatMap(({ number, text }) => (number === null ? [] : [text])).join('\n'), [lines]);
  const colours = useFileColors(code, path);
  return (
    <div className="py-1.5 font-mono text-code">
      {path !== '' && (
        <button
          type="button"
          title={lateStrings.results.file.openAt(visibleText(path))}
          onClick={() => openFile(view, path, start)}
          className="wrap-anywhere mx-3 mb-1 block rounded-s text-left font-sans text-ink-2 text-ui underline decoration-line-strong underline-offset-2 hover:text-ink"
        >
          {visibleText(path)}
        </button>
      )}
      <LazyLines
        lines={lines}
        render={(line, index) =>
          line.number === null ? (
            <p key={index} className="px-3 pt-1 font-sans text-ink-3 text-small">
              {line.text.replace(/^\[(.*)\]$/, '$1')}
            </p>
          ) : (
            <div key={index} className="flex">
              <span className="tabular w-13 shrink-0 select-none pr-3 text-right text-ink-3">{line.number}</span>
              <span className="wrap-anywhere min-w-0 flex-1 whitespace-pre-wrap pr-3">
                <ColoredLine text={line.text} tokens={colours?.[line.number - start]} />
              </span>
            </div>
          )
        }
      />
    </div>
  );
}

/** Always renders `text`: tokens are ignored unless they contain the same characters. */
export function ColoredLine({ text, tokens }: { text: string; tokens: readonly Token[] | undefined }) {
  if (text === '') return '\u200b';
  if (!tokens || tokens.reduce((sum, token) => sum + token.text.length, 0) !== text.length) return text;
  return tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no stable id
    <span key={index} style={{ color: token.color }}>
      {token.text}
    </span>
  ));
}
