// A shortcut as the platform writes it. `Mod` is Command on a Mac and Control elsewhere.

export function keysText(keys: string, mac: boolean): string {
  if (!mac) return keys.replace('Mod', 'Ctrl');
  return keys.replace('Mod', '⌘').replace('Shift', '⇧').replace('Alt', '⌥').replaceAll('+', '');
}

export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

export function Kbd({ keys }: { keys: string }) {
  return <kbd className="font-sans text-small text-ink-3">{keysText(keys, isMac())}</kbd>;
}
