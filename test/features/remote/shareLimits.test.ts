// The part of a share that a phone's service worker keeps, before the user sees it.

import { expect, test } from 'vitest';
import { shareLimits, shareOf } from '../../../renderer/features/phone/takeShare.ts';
import { maxAttachmentBytes, maxAttachments } from '../../../shared/conversation/attachmentLimits.ts';
import { refusedTo } from '../../../shared/features/remote/needs.ts';
import { cite } from '../../support/cite.ts';

function formOf(fields: [name: string, value: string | File][]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

test(cite('PHONE-21', 'what is shared is within the limits of attachments, with plain names'), () => {
  expect(shareLimits).toMatchObject({ fileBytes: maxAttachmentBytes, files: maxAttachments });
  const names = [
    '../../etc/passwd',
    'C:\\temp\\a.txt',
    '\u202egnp.exe',
    '...',
    '.bashrc',
    `${'x'.repeat(500)}.png`,
    'a\0b',
  ];
  const { files } = shareOf(formOf(names.map((name) => ['files', new File(['x'], name)])));
  expect(files.map(({ name }) => name)).toEqual([
    ...['passwd', 'a.txt', 'gnp.exe', 'file', 'bashrc', `${'x'.repeat(116)}.png`, 'ab'],
  ]);
});

test(cite('PHONE-20', 'title, text and link are joined once each, and unknown fields are ignored'), () => {
  const share = (fields: [string, string][]) => shareOf(formOf(fields));
  const repeated: [string, string][] = [
    ['title', 'A title'],
    ['text', 'A title https://a.example'],
    ['url', 'https://a.example'],
    ['prompt', 'Send it'],
    ['files', 'not a file'],
  ];
  expect(share(repeated)).toMatchObject({ text: 'A title https://a.example', files: [], left: [], isCut: false });
  expect(share([['text', 'x'.repeat(shareLimits.characters + 1)]])).toMatchObject({ isCut: true });
});

test(cite('PHONE-22', 'a device without the right to send is offered nothing that it may not do'), () => {
  expect(refusedTo('watch')).toEqual(expect.arrayContaining(['conversation.create', 'run.send']));
  expect(refusedTo('steer')).not.toContain('run.send');
});
