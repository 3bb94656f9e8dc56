// Displays a shortcut in the platform's notation. `Mod` is Command on macOS and Control elsewhere.

const arrows: Record<string, string> = { Up: '↑', Down: '↓', Left: '←', Right: '→' };

export function keysText(keys: string, mac: boolean): string {
  const named = keys.replace(/(^|\+)(Up|Down|Left|Right)$/, (_, before: string, way: string) => before + arrows[way]);
  if (!mac) return named.replace('Mod', 'Ctrl');
  const signs = named.replace('Mod', '⌘').replace('Ctrl', '⌃').replace('Shift', '⇧').replace('Alt', '⌥');
  return signs
    .replaceAll(/\+(?=.)/g, '')
    .replace('Enter', '↩')
    .replace('Backspace', '⌫');
}

export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

/** Shortcut in a button, excluded from its accessible name. `tone`: for colored backgrounds. */
export function ButtonKeys({ keys, tone }: { keys: string; tone?: string }) {
  return (
    <span className="max-[560px]:hidden" aria-hidden>
      <Kbd keys={keys} {...(tone ? { tone } : {})} />
    </span>
  );
}

/** `tone`: for colored backgrounds. */
export function Kbd({ keys, tone = 'text-ink-3' }: { keys: string; tone?: string }) {
  return <kbd className={`font-normal font-sans text-small ${tone}`}>{keysText(keys, isMac())}</kbd>;
}
