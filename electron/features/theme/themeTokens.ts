// What a theme file may set: the window's tokens (renderer/styles/tokens.css; a test compares them), grouped as in a new file.

interface ThemeGroup {
  title: string;
  names: readonly string[];
}

/** Maximum corner radius in pixels. */
export const maxCorner = 24;
export const cornerTokens: readonly string[] = ['--corner-s', '--corner-m', '--corner-l', '--corner-xl'];

const colourGroups: readonly ThemeGroup[] = [
  {
    title: 'Accent: what it is, under the pointer, what is written on it, and as a soft surface',
    names: ['--accent', '--accent-hover', '--accent-ink', '--accent-soft', '--focus'],
  },
  {
    title: 'Surfaces: sidebar, page, soft, raised, under the pointer',
    names: ['--surface-sunk', '--surface-page', '--surface-soft', '--surface-over', '--surface-hover', '--scrim'],
  },
  { title: 'Text in three levels, and lines', names: ['--ink', '--ink-2', '--ink-3', '--line', '--line-strong'] },
  {
    title: 'States: waiting, failed, added, removed, found',
    names: [
      '--wait',
      '--wait-soft',
      '--wait-line',
      '--fail',
      '--fail-soft',
      '--fail-line',
      '--fail-fill',
      '--fail-ink',
      '--added',
      '--added-soft',
      '--removed',
      '--removed-soft',
      '--found',
    ],
  },
  {
    title: 'Code',
    names: [
      '--code-keyword',
      '--code-string',
      '--code-number',
      '--code-function',
      '--code-comment',
      '--code-punctuation',
    ],
  },
  {
    title: 'Parts of the context',
    names: [
      '--part-system',
      '--part-tools',
      '--part-environment',
      '--part-summary',
      '--part-user',
      '--part-mentions',
      '--part-assistant',
      '--part-calls',
      '--part-results',
    ],
  },
];

export const colorTokens: ReadonlySet<string> = new Set(colourGroups.flatMap(({ names }) => names));

/** A template with every name, all commented out. */
export function newThemeText(): string {
  const list = ({ title, names }: ThemeGroup): string =>
    [`  /* ${title}. */`, ...names.map((name) => `  /* ${name}: ; */`)].join('\n');
  return `/* The colors of Throughline's window. It is read again whenever it is saved.

   Take a line out of its comment and give it a colour, such as
     --accent: #7a4fd0;
     --accent: light-dark(#5b34b0, #b79cf0);   in the light, and in the dark
   Colours are names, #hex, rgb(), hsl(), hwb(), lab(), lch(), oklab() and oklch(). Nothing else of CSS counts here. Where more
   contrast is asked for, the window keeps its own colours. What was not taken is listed in Settings, Appearance. */

:root {
${colourGroups.map(list).join('\n\n')}

  /* Corners, up to ${maxCorner}px. */
${cornerTokens.map((name) => `  /* ${name}: ; */`).join('\n')}
}
`;
}
