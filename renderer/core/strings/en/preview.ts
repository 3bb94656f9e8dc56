// Words of previews of diagrams, pictures and pages in a reply.

export const previewStrings = {
  names: { mermaid: 'Preview of the diagram', svg: 'Preview of the picture', html: 'Preview of the page' },
  sealed: 'Drawn in a sealed frame: it has no network and cannot reach this window.',
  drawing: 'Drawing…',
  empty: 'There is nothing to draw.',
  tooLong: 'Too long to preview. The code is complete.',
  failed: 'This diagram has a mistake, so it cannot be drawn:',
  noProgram: 'The program that draws diagrams could not be loaded. Switch to the code and back to try again.',
  left: 'The preview tried to go to another page and was closed. Nothing was loaded.',
  notDrawn: 'This is not an SVG picture that can be drawn.',
  copySvg: 'Copy as SVG',
  save: (ending: string) => `Save as .${ending}`,
  saveAs: 'Save…',
  enlarge: 'Open large',
  file: { mermaid: 'Diagram', svg: 'Picture', html: 'Page' },
} as const;
