// Parts of a reply that may name a file: code within a line, and names in prose that `linkFiles` marked.

import { type ReactNode, useMemo } from 'react';
import { findFileReferences, parseFileReference } from '../../../../shared/features/files/fileReference.ts';
import { FileName } from './FileName.tsx';

interface NameProps {
  children?: ReactNode;
}

/** Only code that is a name as a whole is a link; `npm test src/a.ts` is not. */
export function CodeSpan({ dir, children }: NameProps & { dir: string | undefined }) {
  const named = useMemo(() => (typeof children === 'string' ? parseFileReference(children) : null), [children]);
  return (
    <FileName tag="code" dir={dir} named={named}>
      {children}
    </FileName>
  );
}

export function NamedFile({ children }: NameProps) {
  const named = useMemo(() => findFileReferences(String(children))[0] ?? null, [children]);
  return <FileName named={named}>{children}</FileName>;
}
