// What a paste brings: files and images are attached, a very long text becomes a file, anything else goes into the field as it
// always does. With Shift (paste as plain text) nothing is made a file.

import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react';
import { strings } from '../../core/strings.ts';

/** Beyond one of these a text is easier to handle as a file. */
const maxInFieldLength = 10_000;
const maxLines = 200;

export interface Paste {
  onPaste(event: ClipboardEvent): void;
  /** Watches for Shift. */
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
      // Programs for tables put a picture beside their text; file managers put the names beside the files.
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

/** Browsers call every image of the clipboard the same. */
function named(file: File): File {
  if (file.name !== 'image.png' && file.name !== '') return file;
  const ending = file.type.split('/')[1] ?? 'png';
  return new File([file], `${strings.attachments.pastedImage}.${ending}`, { type: file.type });
}
