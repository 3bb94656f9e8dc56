// The texts that look like secrets in what is to be published, and whether each is masked.

import type { FoundSecret } from '../../../shared/features/sharing/sharing.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmButton } from '../../ui/ConfirmDialog.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { sharingWords } from './words.ts';

const texts = sharingWords.publish;

interface SecretsProps {
  secrets: readonly FoundSecret[];
  onMask: (id: string, isMasked: boolean) => void;
}

export function Secrets({ secrets, onMask }: SecretsProps) {
  if (secrets.length === 0) return <p className="text-ink-2">{texts.noSecrets}</p>;
  return (
    <section aria-label={texts.secrets} className="grid grid-cols-1 gap-2">
      <div>
        <h3 className="font-strong">{texts.secretsFound(secrets.length)}</h3>
        <p className="text-ink-3 text-small">{texts.secretsHint}</p>
      </div>
      <ul className="grid grid-cols-1 gap-1.5">
        {secrets.map((secret) => (
          <Secret key={secret.id} secret={secret} onMask={(isMasked) => onMask(secret.id, isMasked)} />
        ))}
      </ul>
    </section>
  );
}

function Secret({ secret, onMask }: { secret: FoundSecret; onMask: (isMasked: boolean) => void }) {
  const { masked, before, after, count, isMasked, isOwnKey } = secret;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-l bg-sunk px-3 py-2" data-secret={secret.id}>
      <p className="wrap-anywhere min-w-0 flex-1 basis-72 font-mono text-code text-ink-2">
        {visibleText(before)}
        <mark className="whitespace-nowrap rounded-s bg-hover px-0.5 font-strong text-ink">{visibleText(masked)}</mark>
        {visibleText(after)}
      </p>
      <span className="flex items-center gap-2 text-small">
        <span className={isMasked ? 'text-ink-3' : 'text-fail'}>
          {isMasked ? texts.masked(count) : texts.unmasked(count)}
        </span>
        {isOwnKey ? null : isMasked ? (
          <ConfirmButton
            size="small"
            tone="ghost"
            ask={{ title: texts.unmaskTitle, body: texts.unmaskBody, confirm: texts.unmaskConfirm }}
            onConfirm={async () => onMask(false)}
          >
            {texts.unmask}
          </ConfirmButton>
        ) : (
          <Button size="small" onClick={() => onMask(true)}>
            {texts.mask}
          </Button>
        )}
      </span>
    </li>
  );
}
