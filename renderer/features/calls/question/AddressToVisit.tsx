// A URL that the user is asked to visit, in full, with its site named separately. Opens only http and https, and only
// on a click.

import { ExternalLink } from 'lucide-react';
import { lateStrings } from '../../../core/lateStrings.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { VisibleText } from '../../../ui/VisibleText.tsx';
import { pageAddress } from '../../markdown/linkPolicy.ts';

const words = lateStrings.approvals.question;

export function AddressToVisit({ address }: { address: string }) {
  const page = pageAddress(address);
  return (
    <div className="mt-3">
      <div className="flex items-start gap-1 rounded-m border border-line bg-page py-1.5 pr-1 pl-2.5">
        <p className="wrap-anywhere min-w-0 flex-1 py-0.5 font-mono text-code">
          <VisibleText text={address} />
        </p>
        <CopyButton text={address} />
      </div>
      {page ? (
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-ui">
          <a
            href={page.href}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex h-8 items-center gap-1.5 rounded-m border border-line bg-over px-3 font-strong hover:bg-hover"
          >
            <ExternalLink className="size-4" strokeWidth={1.75} aria-hidden />
            {words.open}
          </a>
          <span className="wrap-anywhere text-ink-3">{words.openHint(page.host)}</span>
        </p>
      ) : (
        <p className="mt-2 text-fail text-ui">{words.badAddress}</p>
      )}
    </div>
  );
}
