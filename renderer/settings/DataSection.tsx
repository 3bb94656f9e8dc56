// Where what the person does is kept.

import { useApp } from '../state/context.tsx';
import { strings } from '../strings.ts';

const words = strings.settings.data;

export function DataSection() {
  const version = useApp((snapshot) => snapshot.version);
  return (
    <div className="grid max-w-[60ch] gap-3 text-ui">
      <p>{words.body}</p>
      <p className="text-ink-3">{words.version(version)}</p>
    </div>
  );
}
