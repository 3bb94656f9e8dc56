// One block of Markdown, parsed. Raw HTML is shown as letters, images as links, and only links that the policy allows can
// be opened. A block that a parser cannot take is shown as text.

import { memo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { strings } from '../strings.ts';
import { Boundary } from '../ui/Boundary.tsx';
import { showFootnotes } from './blocks.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { type Definitions, usedDefinitions } from './definitions.ts';
import { safeLink } from './linkPolicy.ts';
import { PlainBlock } from './PlainText.tsx';
import { useCalm } from './useCalm.ts';

const plugins = [remarkGfm];

const components: Components = {
  a: ({ href, children }) => <SafeLink href={href}>{children}</SafeLink>,
  img: ({ src, alt }) => <ImageAsLink src={typeof src === 'string' ? src : undefined} alt={alt} />,
  pre: ({ children }) => <>{children}</>,
  code: ({ className, children }) => {
    const language = /(?:^|\s)language-(\S+)/.exec(className ?? '')?.[1];
    const code = typeof children === 'string' ? children : '';
    if (language === undefined && !code.endsWith('\n')) return <code>{children}</code>;
    return <CodeBlock code={code.replace(/\n$/, '')} language={language ?? ''} />;
  },
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="table-scroll" tabIndex={0} aria-label={strings.ui.table}>
      <table>{children}</table>
    </section>
  ),
};

/** Addresses are judged where they are used: `a` and `img` above. */
const keepAddress = (address: string): string => address;

export const ParsedBlock = memo(function ParsedBlock({
  text,
  definitions,
}: {
  text: string;
  definitions: Definitions;
}) {
  const shown = useCalm(text);
  return <Parsed text={shown} definitions={usedDefinitions(shown, definitions)} />;
});

const Parsed = memo(function Parsed({ text, definitions }: { text: string; definitions: string }) {
  const asText = () => <PlainBlock pieces={[text]} reason="failed" />;
  const source = definitions === '' ? text : `${text}\n\n${definitions}`;
  let parsed: React.ReactElement;
  try {
    // Called and not drawn as a component: what a parser throws is then caught here, and the rest of the page never
    // hears of it. It has no state of its own.
    parsed = ReactMarkdown({
      children: showFootnotes(source),
      remarkPlugins: plugins,
      components,
      urlTransform: keepAddress,
    });
  } catch {
    return asText();
  }
  return (
    <Boundary of={text} instead={asText}>
      <div className="block">{parsed}</div>
    </Boundary>
  );
});

function SafeLink({ href, children }: { href: string | undefined; children: React.ReactNode }) {
  const address = safeLink(href);
  if (address === null) return <>{children}</>;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" title={address}>
      {children}
    </a>
  );
}

function ImageAsLink({ src, alt }: { src: string | undefined; alt: string | undefined }) {
  const label = alt || src || '';
  return <SafeLink href={src}>{label}</SafeLink>;
}
