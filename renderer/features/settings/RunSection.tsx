// The limits of a run, and when room is made in the context.

import { NumberSetting } from './NumberSetting.tsx';

export function RunSection() {
  return (
    <div className="grid max-w-100 gap-5">
      <NumberSetting name="maxTurns" />
      <NumberSetting name="idleTimeoutSeconds" />
      <NumberSetting name="compactAt" />
    </div>
  );
}
