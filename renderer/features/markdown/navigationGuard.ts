// Last defense against any load or navigation in the page: links that the policy refuses, form submissions, dropped
// files and links. Installed once, in the capture phase.

import { safeLink } from './linkPolicy.ts';

export function guardNavigation(document: Document): void {
  const onClick = (event: MouseEvent): void => {
    const link = (event.target as Element | null)?.closest?.('a, area');
    if (!link) return;
    const opensElsewhere = link.getAttribute('target') === '_blank' && safeLink(link.getAttribute('href')) !== null;
    if (!opensElsewhere) event.preventDefault();
  };
  const refuse = (event: Event): void => event.preventDefault();
  // Text may be dropped into a field; anything else would navigate.
  const onDrag = (event: DragEvent): void => {
    const intoField = (event.target as Element | null)?.closest?.('textarea, input');
    if (!intoField || event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
  document.addEventListener('click', onClick, true);
  document.addEventListener('auxclick', onClick, true);
  document.addEventListener('submit', refuse, true);
  document.addEventListener('dragover', onDrag, true);
  document.addEventListener('drop', onDrag, true);
}
