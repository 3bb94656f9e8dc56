// Colours of a stretch of a file, by the ending of its name: null until they are there, and where there are none.

import { useEffect, useState } from 'react';
import { useSession } from '../../core/state/context.tsx';
import type { Token } from '../../core/state/textTools.ts';

/** What is longer is shown without: colours come for what can be read at a time. */
export const maxColouredLength = 100_000;

export function useFileColours(code: string, path: string): Token[][] | null {
  const { highlighter } = useSession();
  const language = languageOf(path);
  const [found, setFound] = useState<{ code: string; lines: Token[][] } | null>(null);
  useEffect(() => {
    if (language === '' || code === '' || code.length > maxColouredLength) return;
    let current = true;
    void highlighter
      .begin(language)
      ?.next(`${code}\n`)
      .then((lines) => {
        if (current && lines) setFound({ code, lines });
      });
    return () => {
      current = false;
    };
  }, [highlighter, code, language]);
  return found?.code === code ? found.lines : null;
}

/** The word by which the colours of a file are asked for; empty: there are none. */
export function languageOf(path: string): string {
  return /\.([A-Za-z0-9+#]+)$/.exec(path)?.[1] ?? (/(?:^|\/)Dockerfile$/.test(path) ? 'docker' : '');
}
