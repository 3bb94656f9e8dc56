// The tool whose description a provider rejected, with a button to turn it off; the conversation continues without it.

import { useActions, useApp } from '../../../core/state/context.tsx';
import { strings } from '../../../core/strings.ts';
import { Button } from '../../../ui/Button.tsx';
import { visibleText } from '../../../ui/visibleText.ts';

const words = strings.chat.refused;

/** `name`: as the model calls it. */
export function RefusedTool({ name }: { name: string }) {
  const { call, report } = useActions();
  const disabled = useApp((snapshot) => snapshot.settings.disabledTools);
  if (disabled.includes(name)) return <p className="mt-0.5 text-ink-2 text-ui">{words.turnedOff(visibleText(name))}</p>;
  const turnOff = async (): Promise<void> => {
    const answer = await call('settings.update', { patch: { disabledTools: [...disabled, name] } });
    if (!answer.ok) report(answer.error);
  };
  return (
    <Button size="small" className="mt-1.5" onClick={() => void turnOff()}>
      {words.turnOff(visibleText(name))}
    </Button>
  );
}
