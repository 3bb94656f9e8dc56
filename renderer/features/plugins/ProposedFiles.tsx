// The files of a package, each with its size, and its text on request.

import { useState } from 'react';
import type { PluginProposal, ProposedFile } from '../../../shared/features/plugins/plugin.ts';
import { formatBytes } from '../../core/format/amounts.ts';
import { useActions } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorLine, ItemGroup } from '../../ui/ListPage.tsx';
import { useRequest } from '../../ui/useRequest.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { pluginWords } from './words.ts';

const labels = pluginWords.proposal;

export function ProposedFiles({ proposal: { id, files, moreFiles } }: { proposal: PluginProposal }) {
  const count = files.filter(({ change }) => change !== 'removed').length + moreFiles;
  return (
    <ItemGroup title={labels.files(count)} hint={moreFiles > 0 ? labels.more(moreFiles) : undefined}>
      {files.map((file) => (
        <FileRow key={file.path} proposal={id} file={file} />
      ))}
    </ItemGroup>
  );
}

function FileRow({ proposal, file }: { proposal: string; file: ProposedFile }) {
  const { call } = useActions();
  const request = useRequest<{ text: string | null }>();
  const [isOpen, setIsOpen] = useState(false);
  const { path, bytes, isScript, change, isCut } = file;
  const facts = [
    formatBytes(bytes),
    isScript ? labels.program : '',
    labels.change[change],
    isCut ? labels.cut : '',
  ].filter(Boolean);
  const show = (): void => {
    setIsOpen(!isOpen);
    if (!isOpen && request.value === undefined) void request.run(call('plugins.file', { id: proposal, path }));
  };
  return (
    <li className="py-1.5">
      <div className="flex flex-wrap items-center gap-x-3">
        <span className="wrap-anywhere min-w-40 flex-1 font-mono text-code">
          <VisibleText text={path} />
        </span>
        <span className="tabular text-ink-3 text-small">{facts.join(' · ')}</span>
        {change !== 'removed' && (
          <Button
            size="small"
            tone="ghost"
            aria-expanded={isOpen}
            aria-label={strings.sentences.pair(labels.show, visibleText(path))}
            onClick={show}
          >
            {labels.show}
          </Button>
        )}
      </div>
      <ErrorLine error={request.error} small />
      {isOpen && request.value && (
        <div
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
          tabIndex={0}
          className="wrap-anywhere mt-1 max-h-96 overflow-auto whitespace-pre-wrap rounded-l bg-sunk px-3 py-2 font-mono text-code"
        >
          {request.value.text === null ? labels.binary : <VisibleText text={request.value.text} />}
        </div>
      )}
    </li>
  );
}
