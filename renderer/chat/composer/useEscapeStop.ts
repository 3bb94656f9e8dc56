// Escape twice stops the run. The first one only says so; Escape that closed a dialog or a menu does not count.

import { useEffect, useRef, useState } from 'react';
import { strings } from '../../strings.ts';

const secondWithin = 1500;

export function useEscapeStop(running: boolean, stop: () => void): string | null {
  const [armed, setArmed] = useState(false);
  const latest = useRef(stop);
  latest.current = stop;
  useEffect(() => {
    if (!running) return setArmed(false);
    let timer: ReturnType<typeof setTimeout> | null = null;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || event.repeat) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return;
      if (timer !== null) {
        clearTimeout(timer);
        timer = null;
        setArmed(false);
        latest.current();
        return;
      }
      setArmed(true);
      timer = setTimeout(() => {
        timer = null;
        setArmed(false);
      }, secondWithin);
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
      if (timer !== null) clearTimeout(timer);
    };
  }, [running]);
  return armed ? strings.chat.stopHint : null;
}
