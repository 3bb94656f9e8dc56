// Preview of an exported page: generated when the format is chosen, and again when parts are excluded. The previewed
// page is the one that is saved.

import { useEffect, useState } from 'react';
import type { PagePart, PreparedExport } from '../../../shared/features/export/methods.ts';
import { useActions } from '../../core/state/context.tsx';
import { prepareExport } from './saveExport.ts';

export type Preview =
  | { state: 'busy' }
  | { state: 'there'; made: PreparedExport }
  | { state: 'failed'; message: string };

/** Null: the format is not a page. */
export function usePreview(conversationId: string, isPage: boolean, without: readonly PagePart[]): Preview | null {
  const { call } = useActions();
  const [preview, setPreview] = useState<Preview>({ state: 'busy' });
  const parts = without.join(' ');
  useEffect(() => {
    if (!isPage) return;
    const controller = new AbortController();
    setPreview({ state: 'busy' });
    const left = parts.split(' ').filter(Boolean) as PagePart[];
    const choices = { without: left, content: false };
    void prepareExport('html', choices, { call, conversationId, signal: controller.signal }).then((answer) => {
      if (controller.signal.aborted) return;
      setPreview(
        answer.ok ? { state: 'there', made: answer.value } : { state: 'failed', message: answer.error.message },
      );
    });
    return () => controller.abort();
  }, [call, conversationId, isPage, parts]);
  return isPage ? preview : null;
}
