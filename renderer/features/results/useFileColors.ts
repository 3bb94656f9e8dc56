// Syntax highlighting for a range of a file, by its extension. Null until available, or if there is none.

import { useEffect, useState } from 'react';
import { useSession } from '../../core/state/context.tsx';
import type { Token } from '../../core/state/textTools.ts';

/** Longer ranges are not highlighted: the limit fits what is read at one time. */
export const maxColoredLength = 100_000;

export function useFileColors(code: string, path: string): Token[][] | null {
  const { highlighter } = useSession();
  const language = languageOf(path);
  const [colored, setColored] = useState<{ code: string; lines: Token[][] } | null>(null);
  useEffect(() => {
    if (language === '' || code === '' || code.length > maxColoredLength) return;
    let current = true;
    void highlighter
      .start(language)
      ?.next(`${code}\n`)
      .then((lines) => {
        if (current && lines) setColored({ code, lines });
      });
    return () => {
      current = false;
    };
  }, [highlighter, code, language]);
  return colored?.code === code ? colored.lines : null;
}

/** The highlighter's language for a path; empty if there is none. */
export function languageOf(path: string): string {
  return /\.([A-Za-z0-9+#]+)$/.exec(path)?.[1] ?? (/(?:^|\/)Dockerfile$/.test(path) ? 'docker' : '');
}
