// The terminal's colors and font, read from the window's tokens. The browser resolves them for the current theme.

import type { ITheme } from '@xterm/xterm';

/** Tokens by color of the terminal; light and bright ones share theirs. */
const tokens = {
  red: '--fail',
  green: '--added',
  yellow: '--wait',
  blue: '--code-function',
  magenta: '--code-keyword',
  cyan: '--accent',
} as const;

export interface TerminalLook {
  theme: ITheme;
  fontFamily: string;
  fontSize: number;
}

/** `element` shows code in the window. */
export function readLook(element: HTMLElement): TerminalLook {
  const color = (token: string): string => resolveColor(element, token);
  const hues = Object.entries(tokens).flatMap(([name, token]) => {
    const value = color(token);
    return [
      [name, value],
      [`bright${name[0]?.toUpperCase()}${name.slice(1)}`, value],
    ];
  });
  const isDark = luminance(color('--surface-page')) < 128;
  const [dark, light] = isDark ? ['--line-strong', '--ink'] : ['--ink', '--line-strong'];
  const { fontFamily, fontSize } = getComputedStyle(element);
  return {
    fontFamily,
    fontSize: Number.parseFloat(fontSize) || 12.5,
    theme: {
      background: color('--surface-page'),
      foreground: color('--ink'),
      cursor: color('--accent'),
      cursorAccent: color('--surface-page'),
      selectionBackground: color('--found'),
      selectionForeground: color('--ink'),
      black: color(dark),
      brightBlack: color('--ink-3'),
      white: color(light),
      brightWhite: color(light),
      ...Object.fromEntries(hues),
    },
  };
}

/** As `#rrggbb`: the terminal reads no other color space. */
function resolveColor(element: HTMLElement, token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return '#808080';
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const parts = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Calls back when the theme, contrast or zoom changes. */
export function onLookChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true });
  const dark = matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', listener);
  return () => {
    observer.disconnect();
    dark.removeEventListener('change', listener);
  };
}
