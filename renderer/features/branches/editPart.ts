// The field where a message is edited: code that is loaded when the window has nothing else to do.

import { part } from '../../core/parts/part.tsx';

export const EditPart = part(async () => (await import('./MessageEdit.tsx')).MessageEdit);
