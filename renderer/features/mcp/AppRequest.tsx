// Asks the user whether an app may open an address or add text to the message.

import { Button } from '../../ui/Button.tsx';
import { useAnswerGuard } from '../../ui/useAnswerGuard.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { mcpWords } from './words.ts';

const labels = mcpWords.app;

export interface AppRequestProps {
  type: 'link' | 'text';
  text: string;
  onAnswer(isAllowed: boolean): void;
}

export function AppRequest({ type, text, onAnswer }: AppRequestProps) {
  const guard = useAnswerGuard();
  const isLink = type === 'link';
  return (
    <div role="alert" className="border-line border-t px-3 py-2 text-ui" data-app-request={type}>
      <p className="text-ink-2">{isLink ? labels.wantsLink : labels.wantsText}</p>
      <p className="wrap-anywhere mt-1 mb-2 max-h-40 overflow-auto whitespace-pre-wrap">
        <VisibleText text={text} />
      </p>
      <div className="flex gap-2">
        <Button
          size="small"
          disabled={!guard.ready}
          className="disabled:opacity-100"
          onClick={() => guard.accepts() && onAnswer(true)}
        >
          {isLink ? labels.open : labels.add}
        </Button>
        <Button size="small" tone="ghost" onClick={() => onAnswer(false)}>
          {labels.decline}
        </Button>
      </div>
    </div>
  );
}
