// Search keys of a viewer: F3 and Shift+F3 step through matches, Mod+F focuses the field.

import { useCallback, useEffect, useRef } from 'react';

export function useFindKeys(search: { step(by: 1 | -1): void }) {
  const element = useRef<HTMLDivElement>(null);
  const step = useRef(search.step);
  step.current = search.step;

  /** The surrounding dialog or panel, which contains the field. */
  const around = useCallback((): HTMLElement | null => {
    return element.current?.closest<HTMLElement>('[role="dialog"], [data-file-panel]') ?? null;
  }, []);
  const focusField = useCallback((): void => {
    const field = around()?.querySelector<HTMLInputElement>('input[type="search"]');
    field?.focus();
    field?.select();
  }, [around]);

  useEffect(() => {
    const owner = around();
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'F3') step.current(event.shiftKey ? -1 : 1);
      else if (event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey) && !event.shiftKey) focusField();
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    owner?.addEventListener('keydown', onKey);
    return () => owner?.removeEventListener('keydown', onKey);
  }, [around, focusField]);

  return { element, focusField };
}
