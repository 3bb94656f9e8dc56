// Detects what a response is from its header and first bytes: text in some encoding, HTML, an image, or binary data.

import { imageType } from '../../../shared/core/imageType.ts';
import { looksBinary } from '../text/textFile.ts';

export type AnswerContent =
  | { kind: 'text'; text: string; type: string }
  | { kind: 'html'; text: string; type: string }
  | { kind: 'image'; mediaType: string }
  | { kind: 'other'; type: string };

const textTypes =
  /^(text\/.*|application\/(.*\+)?(json|xml|yaml|x-yaml|toml|javascript|ecmascript|x-ndjson|graphql|sql|x-sh|rtf)|image\/svg\+xml)$/;
const htmlTypes = /^(text\/html|application\/xhtml\+xml)$/;

/** `contentType` is the header, which may be missing or wrong. */
export function responseContent(bytes: Buffer, contentType: string): AnswerContent {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const image = imageType(bytes);
  if (image !== null) return { kind: 'image', mediaType: image };
  const isKnown = textTypes.test(type) || htmlTypes.test(type);
  if ((!isKnown && type !== '' && !type.startsWith('application/octet-stream')) || looksBinary(bytes)) {
    return { kind: 'other', type: type || 'an unknown type' };
  }
  const isHtml =
    htmlTypes.test(type) || (type === '' && /^\s*<(!doctype html|html)/i.test(bytes.toString('latin1', 0, 200)));
  const text = decode(bytes, charsetOf(bytes, contentType, isHtml));
  return { kind: isHtml ? 'html' : 'text', text, type: type || (isHtml ? 'text/html' : 'text/plain') };
}

function charsetOf(bytes: Buffer, contentType: string, isHtml: boolean): string {
  const declaredCharset = /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType)?.[1];
  if (declaredCharset !== undefined) return declaredCharset;
  const inPage = isHtml
    ? /<meta[^>]{0,200}charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(bytes.toString('latin1', 0, 4096))
    : null;
  return inPage?.[1] ?? 'utf-8';
}

/** A byte order mark wins; an unknown encoding is treated as UTF-8. */
function decode(bytes: Buffer, charset: string): string {
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
  try {
    return new TextDecoder(marked ?? charset).decode(bytes);
  } catch {
    return new TextDecoder('utf-8').decode(bytes);
  }
}
