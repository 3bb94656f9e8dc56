// Where a webhook is reached, and a new secret for it.

import { useActions } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { useRequest } from '../../ui/useRequest.tsx';
import { scheduleWords } from './words.ts';

const labels = scheduleWords.webhook;

interface WebhookAddressProps {
  id: string;
  path: string;
  hasSecret: boolean;
  onChanged: () => void;
}

export function WebhookAddress({ id, path, hasSecret, onChanged }: WebhookAddressProps) {
  const { call } = useActions();
  const made = useRequest<{ secret: string; isKept: boolean }>();
  return (
    <div className="mt-1.5 grid gap-1 text-small">
      <p className="text-ink-2">
        {labels.address} <code className="wrap-anywhere font-mono text-code">{path}</code>
      </p>
      {!hasSecret && !made.value && <p className="text-wait">{labels.noSecret}</p>}
      {made.value && (
        <p role="status">
          {labels.secret} <code className="wrap-anywhere select-all font-mono text-code">{made.value.secret}</code>
          {!made.value.isKept && <span className="block text-wait">{labels.notKept}</span>}
        </p>
      )}
      <ErrorLine error={made.error} small />
      <Button
        size="small"
        className="justify-self-start"
        disabled={made.busy}
        onClick={() => void made.run(call('schedules.newSecret', { id })).then((isMade) => isMade && onChanged())}
      >
        {labels.newSecret}
      </Button>
    </div>
  );
}
