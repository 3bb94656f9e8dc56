// An item of a member, whole: first what it does, then what has changed, then its files; and the choice whether to use it.

import { useCallback } from 'react';
import type { ItemContent, ItemFile, TeamItem } from '../../../../shared/features/sharing/items.ts';
import { formatBytes } from '../../../core/format/amounts.ts';
import { formatTime } from '../../../core/format/time.ts';
import { useAsyncValue } from '../../../core/parts/LoadState.tsx';
import { useActions } from '../../../core/state/context.tsx';
import { strings, timeLocale } from '../../../core/strings.ts';
import { englishOf } from '../../../core/words/hostTranslations.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmButton } from '../../../ui/ConfirmDialog.tsx';
import { PageHead } from '../../../ui/ItemForm.tsx';
import { ErrorLine } from '../../../ui/ListPage.tsx';
import { useNow } from '../../../ui/useNow.ts';
import { useRequest } from '../../../ui/useRequest.tsx';
import { VisibleText } from '../../../ui/VisibleText.tsx';
import { visibleText } from '../../../ui/visibleText.ts';
import { DiffView } from '../../results/DiffView.tsx';
import { sharingWords } from '../words.ts';
import { ItemMark, ItemTitle } from './ItemMarks.tsx';

const texts = sharingWords.items;

interface ItemPageProps {
  item: TeamItem;
  onBack: () => void;
}

export function ItemPage({ item, onBack }: ItemPageProps) {
  const { call } = useActions();
  const now = useNow(30_000);
  const { id, hash, state, author, teamName, at, version } = item;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when it has changed
  const ask = useCallback((signal: AbortSignal) => call('sharing.item', { item: id }, signal), [call, id, hash, state]);
  const { value: content, error } = useAsyncValue(ask);
  const time = formatTime(at, now, timeLocale, strings.ui.time);
  const by = state === 'mine' ? texts.you : visibleText(author);
  return (
    <article className="grid grid-cols-1 gap-4 text-ui" aria-label={visibleText(item.name)}>
      <PageHead
        back={sharingWords.back}
        onBack={onBack}
        title={<ItemTitle item={item} />}
        hint={strings.sentences.row([texts.kinds[item.kind], by, visibleText(teamName), texts.version(version), time])}
      >
        <ItemMark state={state} />
      </PageHead>
      <ErrorLine error={error} />
      {content && (
        <>
          <Effects content={content} />
          <Choice content={content} onGone={onBack} />
          {content.changes !== null && (
            <section aria-label={texts.changes} className="grid gap-1.5">
              <h5 className="font-strong">{texts.changes}</h5>
              <div className="overflow-x-auto rounded-l bg-sunk">
                <DiffView diff={content.changes} showUnseen named />
              </div>
            </section>
          )}
          <ItemFiles files={content.files} heading="h5" />
        </>
      )}
    </article>
  );
}

function Effects({ content: { effects, item } }: { content: ItemContent }) {
  if (effects.length === 0) return null;
  return (
    <section aria-label={texts.effects} className="rounded-l bg-soft px-4 py-3">
      <h5 className="font-strong">{item.state === 'mine' ? texts.effectsOfMine : texts.effects}</h5>
      <ul className="mt-1 grid list-disc gap-0.5 pl-4 text-ink-2">
        {effects.map((effect) => (
          <li key={englishOf(effect)} className="wrap-anywhere">
            {visibleText(strings.sentences.host(effect))}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `heading`: one level below that of the page or dialog. */
export function ItemFiles({ files, heading: Heading }: { files: readonly ItemFile[]; heading: 'h3' | 'h5' }) {
  return files.map(({ path, text, bytes }) => (
    <section key={path} aria-label={visibleText(path)} className="grid grid-cols-1 gap-1.5">
      <Heading className="wrap-anywhere font-mono text-code text-ink-2">
        <VisibleText text={path} />
        <span className="tabular ml-2 font-sans text-ink-3 text-small">{formatBytes(bytes)}</span>
      </Heading>
      {text === null ? (
        <p className="text-ink-3">{texts.binary}</p>
      ) : (
        <div
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
          tabIndex={0}
          className="wrap-anywhere max-h-96 overflow-auto whitespace-pre-wrap rounded-l bg-sunk px-3 py-2 font-mono text-code"
        >
          <VisibleText text={text} />
        </div>
      )}
    </section>
  ));
}

function Choice({ content: { item }, onGone }: { content: ItemContent; onGone: () => void }) {
  const { call, say } = useActions();
  const now = useNow(30_000);
  const request = useRequest<unknown>();
  const { id, hash, state, author, accepted, team, publication } = item;
  const by = visibleText(author);
  const accept = (): void => void request.run(call('sharing.acceptItem', { item: id, hash }), () => say(texts.isOn));
  const turnOff = (): void =>
    void request.run(call('sharing.turnOffItem', { item: id }), () => {
      say(texts.isOff);
      if (state === 'withdrawn') onGone();
    });
  const withdraw = () =>
    request.run(call('sharing.withdraw', { team, publication }), ({ isUploaded }) => {
      say(isUploaded ? sharingWords.publish.withdrawn : sharingWords.publish.withdrawnLater);
      onGone();
    });
  const explained = {
    off: texts.offHint(by),
    on: texts.onHint,
    changed: accepted
      ? texts.changedHint(by, accepted.version, formatTime(accepted.at, now, timeLocale, strings.ui.time))
      : '',
    withdrawn: texts.withdrawnHint(by),
    mine: texts.mineHint,
  }[state];
  return (
    <div className="grid grid-cols-1 gap-2" data-choice={state}>
      <p className="text-ink-2">{explained}</p>
      <div className="flex flex-wrap gap-2">
        {(state === 'off' || state === 'changed') && (
          <Button tone="primary" disabled={request.busy} onClick={accept}>
            {state === 'off' ? texts.accept : texts.acceptChange}
          </Button>
        )}
        {(state === 'on' || state === 'changed' || state === 'withdrawn') && (
          <Button disabled={request.busy} onClick={turnOff}>
            {texts.turnOff}
          </Button>
        )}
        {state === 'mine' && (
          <ConfirmButton
            disabled={request.busy}
            ask={{ title: texts.withdrawTitle, body: texts.withdrawBody, confirm: sharingWords.publish.withdraw }}
            onConfirm={withdraw}
          >
            {sharingWords.publish.withdraw}
          </ConfirmButton>
        )}
      </div>
      <ErrorLine error={request.error} />
    </div>
  );
}
