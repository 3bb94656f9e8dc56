// The full description of a tool: for users and, if it differs, verbatim the one that the model reads.

import { lateStrings } from '../../../core/lateStrings.ts';
import { VisibleText } from '../../../ui/VisibleText.tsx';

export function ToolDescription({ about, description }: { about: string; description: string }) {
  return (
    <>
      <p className="wrap-anywhere whitespace-pre-wrap text-ink-2">
        <VisibleText text={about} />
      </p>
      {about !== description && (
        <>
          <p className="mt-2 text-ink-3 text-small">{lateStrings.tools.page.modelReads}</p>
          <p lang="en" className="wrap-anywhere mt-1 whitespace-pre-wrap text-ink-2">
            <VisibleText text={description} />
          </p>
        </>
      )}
    </>
  );
}
