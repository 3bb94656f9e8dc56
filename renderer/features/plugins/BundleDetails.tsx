// The statements of a bundle about itself, as plain text.

import type { ReactNode } from 'react';
import type { BundleProposal, BundleTool } from '../../../shared/features/plugins/bundle.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { pluginWords } from './words.ts';

const labels = pluginWords.bundle;

interface BundleDetailsProps {
  bundle: BundleProposal;
  version: string;
}

export function BundleDetails({ bundle, version }: BundleDetailsProps) {
  const { displayName, icon, type, environment, author, license, links, isSigned } = bundle;
  const variables = environment.map(({ name, value }) => `${name}=${value}`);
  return (
    <section aria-label={labels.about} className="grid grid-cols-1 gap-3">
      <div className="flex items-center gap-3">
        {icon !== null && <img src={icon} alt="" className="size-10 shrink-0 rounded-m object-contain" />}
        <div className="min-w-0">
          <h5 className="wrap-anywhere font-strong">
            <VisibleText text={displayName} />
          </h5>
          <p className="wrap-anywhere text-ink-3 text-small">
            <VisibleText text={labels.by(author)} />
          </p>
        </div>
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 max-[520px]:grid-cols-1 max-[520px]:gap-y-0">
        <Fact label={labels.type}>{labels.types(type)}</Fact>
        <Fact label={labels.version}>
          <VisibleText text={version} />
        </Fact>
        {license !== '' && (
          <Fact label={labels.license}>
            <VisibleText text={license} />
          </Fact>
        )}
        <Fact label={labels.signature}>{isSigned ? labels.signed : labels.unsigned}</Fact>
        {links.map(({ kind, address }) => (
          <Fact key={`${kind} ${address}`} label={labels.links[kind]}>
            <a href={address} target="_blank" rel="noopener noreferrer" className="text-accent underline">
              <VisibleText text={address} />
            </a>
          </Fact>
        ))}
      </dl>
      {variables.length > 0 && <Code label={labels.environment} text={variables.join('\n')} />}
      <Tools label={labels.tools} tools={bundle.tools} more={bundle.moreTools ? labels.moreTools : ''} />
      <Tools label={labels.prompts} tools={bundle.prompts} more="" />
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ink-3 max-[520px]:mt-1 max-[520px]:text-small">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

function Code({ label, text }: { label: string; text: string }) {
  return (
    <section aria-label={label} className="grid grid-cols-1 gap-1">
      <h6 className="text-ink-3">{label}</h6>
      <p className="wrap-anywhere whitespace-pre-wrap rounded-l bg-sunk px-3 py-2 font-mono text-code">
        <VisibleText text={text} />
      </p>
    </section>
  );
}

/** `more`: about those that are not listed. */
function Tools({ label, tools, more }: { label: string; tools: readonly BundleTool[]; more: string }) {
  if (tools.length === 0 && more === '') return null;
  return (
    <section aria-label={label} className="grid grid-cols-1 gap-1">
      <h6 className="text-ink-3">{label}</h6>
      <ul className="grid gap-1 empty:hidden">
        {tools.map(({ name, description }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bundle may repeat a name, and the list is fixed
          <li key={index} className="wrap-anywhere">
            <span className="font-mono text-code">
              <VisibleText text={name} />
            </span>{' '}
            <span className="text-ink-2">
              <VisibleText text={description} />
            </span>
          </li>
        ))}
      </ul>
      {more !== '' && <p className="text-ink-3 text-small">{more}</p>}
    </section>
  );
}
