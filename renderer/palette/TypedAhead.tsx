// Stands where the palette will be while its code is loaded: what one types goes into the palette, not into the field that
// still has the focus, which would send it at Enter. Escape gives up.

import { useLayoutEffect } from 'react';
import { useSession } from '../state/context.tsx';

export function TypedAhead() {
  const { view } = useSession();
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { key } = event;
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (key.length > 1 && key !== 'Enter' && key !== 'Backspace' && key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      const { typed } = view.getState();
      if (key === 'Escape') view.setState({ paletteOpen: false });
      else if (key === 'Backspace') view.setState({ typed: typed.slice(0, -1) });
      else if (key !== 'Enter') view.setState({ typed: typed + key });
    };
    // Before the field hears of it.
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [view]);
  return null;
}
