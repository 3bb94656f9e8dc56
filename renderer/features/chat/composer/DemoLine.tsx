// Above the composer while only the demo is available: how to add a folder and a model.

import { useActions, useApp, useSession } from '../../../core/state/context.tsx';
import { strings } from '../../../core/strings.ts';
import { Button } from '../../../ui/Button.tsx';

const words = strings.chat.demoLine;

export function DemoLine() {
  const actions = useActions();
  const { view } = useSession();
  const alone = useApp(({ providers }) => providers.every(({ origin }) => origin === 'demo'));
  if (!alone) return null;
  return (
    <section
      aria-label={words.region}
      className="mb-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 px-2 text-ink-3 text-ui"
    >
      <p className="min-w-0">{words.says}</p>
      <div className="flex shrink-0 items-center gap-1">
        <Button size="small" tone="ghost" onClick={() => void actions.openFolder()}>
          {words.folder}
        </Button>
        <Button
          size="small"
          tone="ghost"
          onClick={() => view.setState({ dialog: { type: 'settings', section: 'providers' } })}
        >
          {words.model}
        </Button>
      </div>
    </section>
  );
}
