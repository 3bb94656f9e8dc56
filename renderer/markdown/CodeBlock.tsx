// A block of code: plain at once, in colours when they are there. The lines stay where they are when the colours come.

import { useEffect, useRef, useState } from 'react';
import { useSession } from '../state/context.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import type { Token } from './highlighter.ts';

export function CodeBlock({ code, language }: { code: string; language: string }) {
  return (
    <div className="code-block group relative rounded-l bg-soft">
      {language !== '' && <p className="truncate px-3 pt-2 text-small text-ink-3">{language}</p>}
      <span className="absolute top-1 right-1 rounded-m bg-soft opacity-0 transition-opacity focus-within:opacity-100 group-hover:opacity-100">
        <CopyButton text={code} />
      </span>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className="overflow-x-auto px-3 py-2.5 text-code" tabIndex={0}>
        <HighlightedCode code={code} language={language} />
      </pre>
    </div>
  );
}

/** The code as spans; must stand in something that keeps white space. */
export function HighlightedCode({ code, language }: { code: string; language: string }) {
  const coloured = useTokens(code, language);
  if (!coloured) return <code>{code}</code>;
  return (
    <code>
      {coloured.lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
        <span key={index}>
          {line.map((token, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no other name
            <span key={place} style={{ color: token.color }}>
              {token.text}
            </span>
          ))}
          {index < coloured.lines.length - 1 ? '\n' : ''}
        </span>
      ))}
      {code.slice(coloured.code.length)}
    </code>
  );
}

interface Coloured {
  code: string;
  language: string;
  lines: Token[][];
}

const pause = 150;

/** Colours of the code or of its beginning: code that streams is coloured anew a few times a second, not each frame. */
function useTokens(code: string, language: string): Coloured | null {
  const { highlighter } = useSession();
  const [found, setFound] = useState<Coloured | null>(null);
  const latest = useRef({ code, language });
  latest.current = { code, language };
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => {
    if (language === '' || timer.current !== null || highlighter.known(code, language)) return;
    timer.current = setTimeout(async () => {
      timer.current = null;
      const asked = latest.current;
      const lines = await highlighter.tokens(asked.code, asked.language);
      if (lines) setFound({ ...asked, lines });
    }, pause);
  }, [code, language, highlighter]);
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);
  const lines = highlighter.known(code, language);
  if (lines) return { code, language, lines };
  return found?.language === language && code.startsWith(found.code) ? found : null;
}
