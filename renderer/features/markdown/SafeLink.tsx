// A link that may be opened; an image as a line of text that never loads.

import { Image } from 'lucide-react';
import { lateStrings } from '../../core/lateStrings.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { linkNotice, safeLink } from './linkPolicy.ts';

export function SafeLink({ href, children }: { href: string | undefined; children?: React.ReactNode }) {
  const address = safeLink(href);
  if (address === null) return <>{children}</>;
  const notice = linkNotice(address, wordsOf(children));
  return (
    <>
      <a href={address} target="_blank" rel="noopener noreferrer" title={address}>
        {children}
      </a>
      {notice !== null && (
        <span className="link-place">
          {' '}
          (<VisibleText text={notice} />)
        </span>
      )}
    </>
  );
}

export function ImageAsLink({ src, alt }: { src: string | undefined; alt: string | undefined }) {
  const address = safeLink(src);
  const words = alt?.trim() || lateStrings.markdown.image;
  return (
    <span className="image-link">
      <Image className="inline size-4 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
      <SafeLink href={src}>{words}</SafeLink>
      {src && <span className="link-place">{address === null ? clipped(src) : clipped(new URL(address).host)}</span>}
    </span>
  );
}

const maxCharacters = 120;
const clipped = (text: string): string => (text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text);

/** The text among elements. */
function wordsOf(node: React.ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return node.map(wordsOf).join('');
  if (node && typeof node === 'object' && 'props' in node) {
    return wordsOf((node.props as { children?: React.ReactNode }).children);
  }
  return '';
}
