// A reply as Markdown. Blocks that are finished are kept as they were drawn; only the last is parsed again while text
// arrives. Raw HTML is shown as letters, images as links, and only links that the policy allows can be opened.

import { memo, useMemo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { strings } from '../strings.ts';
import { linkDefinitions, showFootnotes, splitBlocks } from './blocks.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { safeLink } from './linkPolicy.ts';

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

const Block = memo(function Block({ text, definitions }: { text: string; definitions: string }) {
  const source = definitions !== '' && text.includes('[') ? `${text}\n\n${definitions}` : text;
  return (
    <div className="block">
      <ReactMarkdown remarkPlugins={plugins} components={components} urlTransform={keepAddress}>
        {showFootnotes(source)}
      </ReactMarkdown>
    </div>
  );
});

export const Markdown = memo(function Markdown({ text }: { text: string }) {
  const blocks = useMemo(() => splitBlocks(text), [text]);
  const definitions = useMemo(() => linkDefinitions(text), [text]);
  return (
    <div className="markdown">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end
        <Block key={index} text={block} definitions={definitions} />
      ))}
    </div>
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
