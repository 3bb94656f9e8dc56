// The switch for notifications to this device, in the window of a paired device only.

import { useEffect, useState } from 'react';
import { useActions } from '../../core/state/context.tsx';
import { CheckboxField } from '../../ui/FormFields.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { canSubscribe, isSubscribed, subscribe, unsubscribe } from './pushSubscription.ts';
import { pushWords } from './words.ts';

interface PushSettingProps {
  /** Shows the browser's question; true: the user allows notifications. */
  askPermission: () => Promise<boolean>;
}

export function PushSetting({ askPermission }: PushSettingProps) {
  const { call } = useActions();
  const [on, setOn] = useState<boolean | null>(null);
  const [error, setError] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked up once
  useEffect(() => {
    if (!canSubscribe()) return;
    void call('remote.me', {}).then(async (me) => {
      if (me.ok && me.value.device) setOn(await isSubscribed());
    });
  }, []);
  if (on === null) return null;

  async function turnOn(): Promise<string | null> {
    if (!(await askPermission())) return pushWords.denied;
    const key = await call('push.key', {});
    if (!key.ok) return key.error.message;
    const subscription = await subscribe(key.value.key).catch(() => null);
    if (subscription === null) return pushWords.failed;
    const stored = await call('push.subscribe', { ...subscription, texts: pushWords.texts });
    if (stored.ok) return null;
    await unsubscribe();
    return stored.error.message;
  }

  async function turnOff(): Promise<string | null> {
    await unsubscribe();
    const removed = await call('push.unsubscribe', {});
    return removed.ok ? null : removed.error.message;
  }

  async function change(next: boolean): Promise<void> {
    setOn(next);
    const problem = await (next ? turnOn() : turnOff());
    setError(problem);
    setOn(await isSubscribed());
  }

  return (
    <div className="mt-4">
      <CheckboxField
        label={pushWords.label}
        hint={pushWords.hint}
        checked={on}
        onChange={(checked) => void change(checked)}
      />
      <ErrorLine error={error} small className="pl-7" />
    </div>
  );
}
