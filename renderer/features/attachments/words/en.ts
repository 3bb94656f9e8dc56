// English strings for attachments: files, images and long pastes.

import { counted } from '../../../core/words/wording.ts';

export const catalog = {
  add: 'Attach files',
  list: 'Attachments',
  sentList: 'Sent with this message',
  drop: 'Drop to attach',
  dropHint: 'Images, PDF and text',
  noFolders: 'Folders can’t be attached. Mention the folder with @ instead.',
  unnamed: 'file',
  pastedImage: 'Pasted image',
  pastedText: 'Pasted text',
  putIn: 'Insert into message',
  open: (name: string) => `Open ${name}`,
  remove: (name: string) => `Remove ${name}`,
  retry: 'Try again',
  uploading: (name: string, percent: number) => `Attaching ${name}: ${percent}%`,
  waiting: 'Sends when the files are ready. Esc cancels.',
  tooLarge: (megabytes: number) => `Not attached: larger than ${megabytes} MB.`,
  tooMany: (max: number) => `Not attached: a message can have at most ${max} files.`,
  unreadable: 'Not attached: the file couldn’t be read.',
  kind: { image: 'Image', pdf: 'PDF', text: 'Text', other: 'File' },
  save: 'Save a copy',
  copy: 'Copy',
  loading: 'Loading…',
  cut: 'Only the beginning is shown. Save a copy to read the rest.',
  pdfHint: 'PDFs can’t be shown here. Save a copy and open it in a PDF reader.',
  failed: 'The file couldn’t be read.',
  withFiles: (count: number) => `and ${counted(count, 'file', 'files')}`,
} as const;
