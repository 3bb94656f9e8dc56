// One customization as its file contains it: read-only, or editable if it is the user's own.

import { useEffect, useState } from 'react';
import type { AppError } from '../../../shared/core/errors.ts';
import type { CustomizationInfo } from '../../../shared/features/customizations/methods.ts';
import { useActions } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { englishOf } from '../../core/words/hostTranslations.ts';
import { BackButton } from '../../ui/BackButton.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { CustomizationEditor } from './CustomizationEditor.tsx';
import type { CustomizationFile } from './useCustomizations.ts';
import { customizationWords } from './words.ts';

const words = customizationWords.page;

interface CustomizationDetailProps {
  info: CustomizationInfo;
  projectId: string | null;
  onBack: () => void;
}

export function CustomizationDetail({ info, projectId, onBack }: CustomizationDetailProps) {
  const { call } = useActions();
  const [file, setFile] = useState<CustomizationFile | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const { id, kind } = info;
  useEffect(() => {
    const controller = new AbortController();
    void call('customization.read', { projectId, id }, controller.signal).then((answer) => {
      if (controller.signal.aborted) return;
      if (answer.ok) setFile(answer.value);
      else setError(answer.error);
    });
    return () => controller.abort();
  }, [call, projectId, id]);

  if (file?.info.editable && (kind === 'prompt' || kind === 'command'))
    return <CustomizationEditor kind={kind} file={file} onDone={onBack} />;
  const { name, description, origin, shadowedBy, notes } = file?.info ?? info;
  return (
    <div>
      <BackButton label={words.back} onClick={onBack} />
      <div className="mt-2 flex items-center gap-3">
        <h4 className="wrap-anywhere font-strong text-prose">
          {kind === 'agent' ? '' : '/'}
          <VisibleText text={name} />
        </h4>
        <span className="text-ink-3 text-small">{words.one[kind]}</span>
      </div>
      {description && (
        <p className="wrap-anywhere mt-1 text-ink-2 text-ui">
          <VisibleText text={description} />
        </p>
      )}
      <p className="mt-1 flex items-center gap-1 text-ink-3 text-small">
        <span className="wrap-anywhere font-mono">{visibleText(origin.label)}</span>
        <CopyButton text={origin.label} label={words.copyPath} />
      </p>
      {shadowedBy !== null && (
        <p className="wrap-anywhere mt-2 text-ui text-wait">{words.shadowed(visibleText(shadowedBy))}</p>
      )}
      {notes.map((note) => (
        <p key={englishOf(note)} className="wrap-anywhere mt-2 text-ui text-wait">
          {strings.sentences.host(note)}
        </p>
      ))}
      {error && (
        <p role="alert" className="wrap-anywhere mt-3 text-fail text-ui">
          {error.message}
        </p>
      )}
      {file && (
        <section
          aria-label={words.text}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
          tabIndex={0}
          className="wrap-anywhere mt-3 max-h-96 overflow-auto whitespace-pre-wrap rounded-l bg-sunk px-3 py-2 font-mono text-code"
        >
          <VisibleText text={file.text} />
        </section>
      )}
      {file && !file.info.editable && <p className="mt-2 text-ink-3 text-small">{words.elsewhere}</p>}
    </div>
  );
}
