// The window's colors in hexadecimal for Mermaid, which does not parse oklch.

const roles = {
  background: '--surface-soft',
  primaryColor: '--surface-page',
  primaryTextColor: '--ink',
  primaryBorderColor: '--line-strong',
  secondaryColor: '--accent-soft',
  secondaryTextColor: '--ink',
  secondaryBorderColor: '--line-strong',
  tertiaryColor: '--surface-sunk',
  tertiaryTextColor: '--ink',
  tertiaryBorderColor: '--line',
  lineColor: '--ink-3',
  textColor: '--ink',
  edgeLabelBackground: '--surface-soft',
  noteBkgColor: '--wait-soft',
  noteTextColor: '--ink',
  noteBorderColor: '--wait-line',
  actorLineColor: '--line-strong',
} as const;

/** Keyed by Mermaid's theme variables. */
export function diagramColours(element: HTMLElement): Record<string, string> {
  const probe = element.ownerDocument.createElement('span');
  probe.hidden = true;
  element.append(probe);
  const canvas = element.ownerDocument.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const found: Record<string, string> = {};
  for (const [name, role] of Object.entries(roles)) {
    probe.style.color = `var(${role})`;
    if (!context) break;
    context.fillStyle = getComputedStyle(probe).color;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    found[name] = `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
  }
  probe.remove();
  return found;
}
