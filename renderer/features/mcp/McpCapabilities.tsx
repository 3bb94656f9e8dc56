// A server's offers other than tools: prompts, called with `/`, and resources, mentioned with `@`. The texts are the
// server's own.

import { type ReactNode, useState } from 'react';
import type { McpServerInfo } from '../../../shared/features/mcp/methods.ts';
import { Button } from '../../ui/Button.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { mcpWords } from './words.ts';

const words = mcpWords.offers;
const maxVisible = 10;

export function McpCapabilities({ server }: { server: McpServerInfo }) {
  const { prompts, promptCount, resources, resourceCount } = server;
  return (
    <>
      {promptCount > 0 && (
        <Offers title={words.prompts} count={promptCount} hint={words.promptsHint(`/${server.name}:`)}>
          {prompts.map(({ name, title, description, hint }) => (
            <Offer key={name} name={name} beside={hint} about={title === name ? [description] : [title, description]} />
          ))}
        </Offers>
      )}
      {resourceCount > 0 && (
        <Offers title={words.resources} count={resourceCount} hint={words.resourcesHint(`@${server.name}:`)}>
          {resources.map(({ uri, title, description, isTemplate }) => (
            <Offer key={uri} name={uri} beside={isTemplate ? words.template : ''} about={[title, description]} />
          ))}
        </Offers>
      )}
    </>
  );
}

interface OffersProps {
  title: string;
  count: number;
  hint: string;
  children: ReactNode[];
}

function Offers({ title, count, hint, children }: OffersProps) {
  const [all, setAll] = useState(false);
  const left = count - children.length;
  return (
    <section aria-label={title} className="mt-5">
      <h4 className="font-strong text-ui">
        {title} <span className="tabular font-normal text-ink-3">{count}</span>
      </h4>
      <p className="wrap-anywhere text-ink-3 text-small">
        <VisibleText text={hint} />
      </p>
      <ul className="mt-1 divide-y divide-line">{all ? children : children.slice(0, maxVisible)}</ul>
      {!all && children.length > maxVisible && (
        <Button size="small" tone="ghost" className="-ml-2" onClick={() => setAll(true)}>
          {words.more(children.length - maxVisible)}
        </Button>
      )}
      {(all || children.length <= maxVisible) && left > 0 && (
        <p className="mt-1 text-ink-3 text-small">{words.left(left)}</p>
      )}
    </section>
  );
}

function Offer({ name, beside, about }: { name: string; beside: string; about: readonly string[] }) {
  const facts = about.filter((text) => text !== '');
  return (
    <li className="py-2 text-ui" data-mcp-offer={name}>
      <span className="wrap-anywhere font-mono text-code">
        <VisibleText text={name} />
      </span>
      {beside !== '' && (
        <span className="wrap-anywhere ml-2 text-ink-3 text-small">
          <VisibleText text={beside} />
        </span>
      )}
      {facts.length > 0 && (
        <p className="wrap-anywhere line-clamp-2 text-ink-3">
          <VisibleText text={facts.join(' · ')} />
        </p>
      )}
    </li>
  );
}
