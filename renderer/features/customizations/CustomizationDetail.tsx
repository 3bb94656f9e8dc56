// One customization as its file contains it: read-only, or editable if it is the user's own.

import { useCallback } from 'react';
import type { CustomizationInfo } from '../../../shared/features/customizations/methods.ts';
import { useAsyncValue } from '../../core/parts/LoadState.tsx';
import { useActions } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { englishOf } from '../../core/words/hostTranslations.ts';
import { PageHead } from '../../ui/ItemForm.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { PublishItemButton } from '../sharing/items/PublishItemButton.tsx';
import { CustomizationEditor, FilePath } from './CustomizationEditor.tsx';
import { customizationWords } from './words.ts';

const words = customizationWords.page;

interface CustomizationDetailProps {
  info: CustomizationInfo;
  projectId: string | null;
  onBack: () => void;
}

export function CustomizationDetail({ info, projectId, onBack }: CustomizationDetailProps) {
  const { call } = useActions();
  const { id, kind } = info;
  const ask = useCallback(
    (signal: AbortSignal) => call('customization.read', { projectId, id }, signal),
    [call, projectId, id],
  );
  const { value: file, error } = useAsyncValue(ask);

  if (file?.info.editable && (kind === 'prompt' || kind === 'command'))
    return <CustomizationEditor kind={kind} file={file} onDone={onBack} />;
  const { name, description, origin, shadowedBy, notes } = file?.info ?? info;
  return (
    <div className="grid grid-cols-1 gap-2 text-ui">
      <PageHead
        back={words.back}
        onBack={onBack}
        title={
          <>
            {kind === 'agent' ? '' : '/'}
            <VisibleText text={name} />
          </>
        }
        hint={description && <VisibleText text={description} />}
      >
        <span className="text-ink-3 text-small">{words.one[kind]}</span>
      </PageHead>
      <FilePath path={origin.label} />
      {shadowedBy !== null && <p className="wrap-anywhere text-wait">{words.shadowed(visibleText(shadowedBy))}</p>}
      {notes.map((note) => (
        <p key={englishOf(note)} className="wrap-anywhere text-wait">
          {strings.sentences.host(note)}
        </p>
      ))}
      <ErrorLine error={error} />
      {file && (
        <section
          aria-label={words.text}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
          tabIndex={0}
          className="wrap-anywhere mt-1 max-h-96 overflow-auto whitespace-pre-wrap rounded-l bg-sunk px-3 py-2 font-mono text-code"
        >
          <VisibleText text={file.text} />
        </section>
      )}
      {origin.scope === 'personal' && (kind === 'command' || kind === 'skill') && (
        <PublishItemButton kind={kind} name={name} />
      )}
      {file && !file.info.editable && <p className="text-ink-3 text-small">{words.elsewhere}</p>}
    </div>
  );
}
