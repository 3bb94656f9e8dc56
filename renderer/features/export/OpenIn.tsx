// Opens a copy in another app on this machine; shows the destination and the command to continue before writing
// anything.

import { useEffect, useState } from 'react';
import type { OpenInPlan } from '../../../shared/features/export/methods.ts';
import { type OpenInProgram, programNames } from '../../../shared/features/import/otherApps.ts';
import { useActions } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { exportWords } from './words.ts';

const words = exportWords.openIn;

type Step = 'closed' | 'planning' | 'planned' | 'writing' | 'written';

export function OpenIn({ conversationId, program }: { conversationId: string; program: OpenInProgram }) {
  const { call } = useActions();
  const [step, setStep] = useState<Step>('closed');
  const [plan, setPlan] = useState<OpenInPlan | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [controller] = useState(() => ({ signal: new AbortController() }));
  useEffect(() => {
    controller.signal = new AbortController();
    return () => controller.signal.abort();
  }, [controller]);
  const name = programNames[program];

  async function ask(next: OpenInPlan | null): Promise<void> {
    const { signal } = controller.signal;
    setError(null);
    setStep(next ? 'writing' : 'planning');
    const answer = next
      ? await call('export.openIn', { conversationId, program, sessionId: next.sessionId }, signal)
      : await call('export.planOpenIn', { conversationId, program }, signal);
    if (signal.aborted) return;
    if (answer.ok) {
      setPlan(answer.value);
      setStep(next ? 'written' : 'planned');
    } else {
      setError(answer.error.message);
      setStep(next ? 'planned' : 'closed');
    }
  }

  return (
    <div className="grid gap-3 border-line border-t pt-4 text-ui">
      {plan === null && (
        <Button className="justify-self-start" disabled={step !== 'closed'} onClick={() => void ask(null)}>
          {words.action(name)}
        </Button>
      )}
      {plan !== null && (
        <>
          <div>
            <p>{program === 'opencode' ? words.whereOpenCode : words.where}</p>
            <p className="wrap-anywhere mt-1 font-mono text-code">
              <VisibleText text={plan.file} />
            </p>
            {!plan.isKnown && step !== 'written' && <p className="mt-1 text-ink-3">{words.unknown(name)}</p>}
          </div>
          {step !== 'written' && (
            <Button className="justify-self-start" disabled={step === 'writing'} onClick={() => void ask(plan)}>
              {step === 'writing' ? words.writing : words.write}
            </Button>
          )}
          <div role="status">
            <p>{step === 'written' ? words.written : words.command}</p>
            <div className="mt-1 flex items-start gap-2 rounded-m bg-soft py-1 pr-1 pl-3">
              <code className="wrap-anywhere min-w-0 flex-1 py-1 font-mono text-code">
                <VisibleText text={plan.command} />
              </code>
              <CopyButton text={plan.command} label={words.copy} />
            </div>
          </div>
        </>
      )}
      {error !== null && (
        <p role="alert" className="wrap-anywhere text-fail">
          {strings.sentences.beside([words.failed, error])}
        </p>
      )}
    </div>
  );
}
