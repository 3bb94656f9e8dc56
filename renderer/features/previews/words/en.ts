// Strings for previews of diagrams, SVG and HTML in a reply.

export const catalog = {
  names: { mermaid: 'Diagram preview', svg: 'Image preview', html: 'Page preview' },
  sealed: 'Shown in an isolated frame with no network access and no access to this window.',
  drawing: 'Rendering…',
  empty: 'There is nothing to show.',
  tooLong: 'Too long to preview. The code is complete.',
  failed: 'This diagram has an error and can’t be rendered:',
  noProgram: 'The diagram renderer couldn’t be loaded. Switch to Code and back to try again.',
  left: 'The preview tried to go to another page and was closed. Nothing was loaded.',
  notDrawn: 'This SVG image can’t be rendered.',
  copySvg: 'Copy as SVG',
  save: (ending: string) => `Save as .${ending}`,
  saveAs: 'Save…',
  enlarge: 'Enlarge',
  file: { mermaid: 'Diagram', svg: 'Image', html: 'Page' },
} as const;
