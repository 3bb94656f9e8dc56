// A package before it is installed: what it does, what changes, and every file; then the choice.

import { useState } from 'react';
import type { PluginProposal } from '../../../shared/features/plugins/plugin.ts';
import { formatBytes } from '../../core/format/amounts.ts';
import { useActions } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { englishOf } from '../../core/words/hostTranslations.ts';
import { Button } from '../../ui/Button.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { PageHead } from '../../ui/ItemForm.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { useRequest } from '../../ui/useRequest.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { DiffView } from '../results/DiffView.tsx';
import { BundleDetails } from './BundleDetails.tsx';
import { BundleFields, changedEntries, initialValues } from './BundleFields.tsx';
import { ProposedFiles } from './ProposedFiles.tsx';
import { pluginWords } from './words.ts';

const labels = pluginWords.proposal;

export function ProposalPage({ proposal, onDone }: { proposal: PluginProposal; onDone: () => void }) {
  const { call, say } = useActions();
  const request = useRequest();
  const { id, replaces, hash, bytes, bundle } = proposal;
  const settings = bundle?.settings ?? [];
  const [values, setValues] = useState(() => initialValues(settings));
  const name = visibleText(proposal.name);
  const isSame = replaces?.hash === hash;
  const cancel = (): void => {
    void call('plugins.discard', { id });
    onDone();
  };
  const install = async (): Promise<void> => {
    if (!(await request.run(call('plugins.install', { id, ...changedEntries(settings, values) })))) return;
    say(replaces ? labels.updated(name) : labels.installed(name));
    onDone();
  };
  const facts = [
    pluginWords.kinds[proposal.kind],
    proposal.version === '' ? '' : pluginWords.version(visibleText(proposal.version)),
    pluginWords.from(visibleText(proposal.source)),
    proposal.commit === '' ? '' : pluginWords.commit(proposal.commit.slice(0, 12)),
    labels.files(proposal.files.filter(({ change }) => change !== 'removed').length + proposal.moreFiles),
    formatBytes(bytes),
  ];
  return (
    <article className="grid grid-cols-1 gap-4 text-ui" aria-label={name}>
      <PageHead
        back={pluginWords.back}
        onBack={cancel}
        title={replaces ? labels.updateTitle(name) : labels.title(name)}
        hint={facts.filter(Boolean).join(' · ')}
      />
      {proposal.description !== '' && (
        <p className="wrap-anywhere">
          <VisibleText text={proposal.description} />
        </p>
      )}
      <section aria-label={labels.effects} className="rounded-l bg-soft px-4 py-3">
        <h5 className="font-strong">{labels.effects}</h5>
        <ul className="mt-1 grid list-disc gap-0.5 pl-4 text-ink-2">
          {proposal.effects.map((effect) => (
            <li key={englishOf(effect)} className="wrap-anywhere">
              {visibleText(strings.sentences.host(effect))}
            </li>
          ))}
        </ul>
      </section>
      {bundle && <BundleDetails bundle={bundle} version={proposal.version} />}
      {settings.length > 0 && (
        <section aria-label={labels.settings} className="grid max-w-[640px] grid-cols-1 gap-4">
          <div>
            <h5 className="font-strong">{labels.settings}</h5>
            <p className="text-ink-3 text-small">{labels.settingsHint}</p>
          </div>
          <BundleFields settings={settings} values={values} onChange={setValues} />
        </section>
      )}
      {replaces && replaces.changedByHand.length > 0 && !isSame && (
        <p className="wrap-anywhere text-wait">
          {labels.replacesChanges(replaces.changedByHand.map(visibleText).join(', '))}
        </p>
      )}
      {replaces ? <Changes proposal={proposal} /> : <MainText text={proposal.text} />}
      <ProposedFiles proposal={proposal} />
      <p className="wrap-anywhere text-ink-3 text-small">
        {labels.hash} <span className="font-mono">{hash}</span>
      </p>
      <ErrorLine error={request.error} />
      <FormActions
        onCancel={cancel}
        className="sticky -bottom-6 -mx-6 -mb-6 border-line border-t bg-over px-6 py-3"
        start={isSame && <p className="text-ink-3 text-small">{labels.same}</p>}
      >
        <Button tone="primary" disabled={request.busy || isSame} onClick={() => void install()}>
          {replaces ? labels.installUpdate : labels.install}
        </Button>
      </FormActions>
    </article>
  );
}

function Changes({ proposal }: { proposal: PluginProposal }) {
  const diff = proposal.files
    .map((file) => file.diff)
    .filter(Boolean)
    .join('\n');
  if (diff === '') return null;
  return (
    <section aria-label={labels.changes} className="grid gap-1.5">
      <h5 className="font-strong">{labels.changes}</h5>
      <div className="overflow-x-auto rounded-l bg-sunk">
        <DiffView diff={diff} showUnseen named />
      </div>
    </section>
  );
}

function MainText({ text }: { text: string }) {
  return (
    <section aria-label={labels.main} className="grid grid-cols-1 gap-1.5">
      <h5 className="font-strong">{labels.main}</h5>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
        tabIndex={0}
        className="wrap-anywhere max-h-96 overflow-auto whitespace-pre-wrap rounded-l bg-sunk px-3 py-2 font-mono text-code"
      >
        <VisibleText text={text} />
      </div>
    </section>
  );
}
