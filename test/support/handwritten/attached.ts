// Histories with mentions, images and files whose bytes exist, are missing or differ.

import { createHash } from 'node:crypto';
import { assistantMessage, userMessage } from '../messageBuilder.ts';
import type { Handwritten } from './history.ts';
import { asks, calls, ends, other, result } from './oneTurn.ts';

const hashOf = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');
const image = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const fileText = 'What the mentioned file says.\n';
const mention = { type: 'mention', path: 'docs/plan.md', hash: hashOf(fileText), kind: 'file', bytes: fileText.length };
const parts = (...content: object[]) => ({ ...userMessage(''), content });

export const attached: readonly Handwritten[] = [
  {
    name: 'a mention with its bytes',
    records: [parts({ type: 'text', text: 'Look at ' }, mention), ends],
    attachments: { [mention.hash]: fileText },
    has: ['docs/plan.md', fileText.trim()],
  },
  {
    name: 'a mention whose bytes are missing',
    records: [parts({ type: 'text', text: 'Look at ' }, mention), ends],
    has: ['docs/plan.md'],
  },
  {
    name: 'a mention whose bytes are others',
    records: [parts({ type: 'text', text: 'Look at ' }, mention), ends],
    attachments: { [mention.hash]: 'Something else.' },
    has: ['docs/plan.md'],
  },
  {
    name: 'a mention of nothing',
    records: [
      parts({ type: 'text', text: 'Look at ' }, { type: 'mention', path: 'gone.md', problem: 'there is no such file' }),
      ends,
    ],
    has: ['gone.md', 'there is no such file'],
  },
  {
    name: 'a mention of some lines',
    records: [parts({ type: 'text', text: 'Look at ' }, { ...mention, range: { start: 2, end: null } }), ends],
    attachments: { [mention.hash]: fileText },
    has: [fileText.trim()],
  },
  {
    name: 'a mention of a folder',
    records: [parts({ ...mention, kind: 'folder', path: 'docs' }), ends],
    attachments: { [mention.hash]: fileText },
    has: [fileText.trim()],
  },
  {
    name: 'the same file mentioned twice',
    records: [
      parts({ type: 'text', text: 'Look at ' }, mention),
      ends,
      parts({ type: 'text', text: 'Again: ' }, mention),
    ],
    attachments: { [mention.hash]: fileText },
    has: [fileText.trim()],
  },
  {
    name: 'only a mention',
    records: [parts(mention)],
    attachments: { [mention.hash]: fileText },
    has: ['docs/plan.md', fileText.trim()],
  },
  {
    name: 'a mention with a path that is no path',
    records: [
      parts(
        { type: 'text', text: 'Look at ' },
        { ...mention, path: '"><file>\n' },
        { ...mention, path: 5, hash: '../../secret' },
      ),
      ends,
    ],
    attachments: { [mention.hash]: fileText },
  },
  {
    name: 'an image',
    records: [
      parts(
        { type: 'text', text: 'See this.' },
        { type: 'image', hash: hashOf(image), mediaType: 'image/png', name: 'dot.png' },
      ),
      ends,
    ],
    attachments: { [hashOf(image)]: image },
  },
  {
    name: 'only an image',
    records: [parts({ type: 'image', hash: hashOf(image), mediaType: 'image/png' }), ends],
    attachments: { [hashOf(image)]: image },
  },
  {
    name: 'an image whose bytes are missing',
    records: [
      parts({ type: 'text', text: 'See this.' }, { type: 'image', hash: hashOf('none'), mediaType: 'image/png' }),
      ends,
    ],
  },
  {
    name: 'an image of no known kind',
    records: [
      parts({ type: 'text', text: 'See this.' }, { type: 'image', hash: hashOf(image), mediaType: 'image/x-photo' }),
      ends,
    ],
    attachments: { [hashOf(image)]: image },
  },
  {
    name: 'a file that was attached',
    records: [
      parts(
        { type: 'text', text: 'Read this.' },
        { type: 'file', hash: hashOf('data'), mediaType: 'application/pdf', name: 'plan.pdf' },
      ),
      ends,
    ],
    attachments: { [hashOf('data')]: 'data' },
    has: ['plan.pdf'],
  },
  {
    name: 'images that a tool returned',
    records: [
      asks,
      calls,
      {
        ...result,
        attachments: [
          { hash: hashOf(image), mediaType: 'image/png' },
          { hash: hashOf('none'), mediaType: 'image/png' },
        ],
      },
      other,
      ends,
    ],
    attachments: { [hashOf(image)]: image },
  },
  {
    name: 'parts of a later version',
    records: [parts({ type: 'text', text: 'Hear this.' }, { type: 'sound', hash: 'x' }), ends],
  },
  {
    name: 'only parts of a later version',
    records: [asks, ends, parts({ type: 'sound', hash: 'x' }), assistantMessage('I cannot hear.')],
  },
  {
    name: 'parts with fields of wrong types',
    records: [
      parts(
        { type: 'text', text: 5 },
        { type: 'text' },
        { type: 'image', hash: 7 },
        { type: 'file' },
        { type: 'text', text: 'The rest.' },
      ),
      ends,
    ],
  },
  {
    name: 'empty parts of text',
    records: [parts({ type: 'text', text: '' }, { type: 'text', text: 'Said.' }, { type: 'text', text: '' }), ends],
  },
];
