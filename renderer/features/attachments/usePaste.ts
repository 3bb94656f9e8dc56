// Handles pasting: attaches files and images, turns very long text into a file, and leaves the rest to the field. With
// Shift (paste as plain text), text never becomes a file.

import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react';
import { strings } from '../../core/strings.ts';

/** Text beyond either limit is easier to handle as a file. */
const maxInFieldLength = 10_000;
const maxLines = 200;

export interface Paste {
  onPaste(event: ClipboardEvent): void;
  /** Tracks Shift. */
  onKeyDown(event: KeyboardEvent): void;
}

export function usePaste(add: (files: readonly File[]) => void): Paste {
  const plain = useRef(false);
  return {
    onKeyDown(event) {
      plain.current = event.shiftKey && (event.ctrlKey || event.metaKey);
    },
    onPaste(event) {
      const asText = plain.current;
      plain.current = false;
      const files = [...event.clipboardData.files];
      const text = event.clipboardData.getData('text/plain');
      // Spreadsheets add a picture of their text; file managers add the names of the files.
      const isNames = files.length > 0 && files.every(({ name }) => text.includes(name));
      if (files.length > 0 && (text.trim() === '' || isNames)) {
        event.preventDefault();
        add(files.map(named));
      } else if (!asText && isLong(text)) {
        event.preventDefault();
        add([new File([text], `${strings.attachments.pastedText}.txt`, { type: 'text/plain' })]);
      }
    },
  };
}

/** @internal */
export function isLong(text: string): boolean {
  if (text.length > maxInFieldLength) return true;
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines > maxLines;
}

/** Browsers give every clipboard image the same name. */
function named(file: File): File {
  if (file.name !== 'image.png' && file.name !== '') return file;
  const ending = file.type.split('/')[1] ?? 'png';
  return new File([file], `${strings.attachments.pastedImage}.${ending}`, { type: file.type });
}
