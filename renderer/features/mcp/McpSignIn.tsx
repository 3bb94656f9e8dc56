// The sign-in address in full; a link only for http and https.

import { ExternalLink } from 'lucide-react';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { safeLink } from '../markdown/linkPolicy.ts';
import { mcpWords } from './words.ts';

const words = mcpWords.signIn;

/** `url` null: the browser was opened, or the address is not known yet. */
export function McpSignIn({ url }: { url: string | null }) {
  if (url === null) return null;
  const link = safeLink(url);
  const isWeb = link !== null && /^https?:/.test(link);
  return (
    <div className="mt-2 rounded-l bg-soft px-3 py-2 text-ui">
      <p className="text-ink-2">{isWeb ? words.notOpened : words.badAddress}</p>
      <p className="mt-1 flex items-start gap-2">
        <span className="wrap-anywhere min-w-0 flex-1 font-mono text-code">
          {isWeb ? (
            <a
              href={link}
              target="_blank"
              rel="noreferrer noopener"
              className="text-accent underline underline-offset-2"
            >
              <VisibleText text={url} />
              <ExternalLink className="ml-1 inline size-3.5 align-[-2px]" strokeWidth={1.75} aria-label={words.open} />
            </a>
          ) : (
            <VisibleText text={url} />
          )}
        </span>
        <CopyButton text={url} />
      </p>
      {isWeb && <p className="mt-1 text-ink-3 text-small">{words.waiting}</p>}
    </div>
  );
}
