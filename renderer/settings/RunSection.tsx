// The limits of a run, and when room is made in the context.

import { strings } from '../strings.ts';
import { NumberSetting } from './NumberSetting.tsx';

const words = strings.settings.run;

export function RunSection() {
  return (
    <div className="grid max-w-100 gap-5">
      <NumberSetting
        name="maxTurns"
        label={words.maxTurns}
        hint={words.maxTurnsHint}
        bad={words.maxTurnsBad}
        from={1}
        to={1000}
      />
      <NumberSetting
        name="idleTimeoutSeconds"
        label={words.idle}
        hint={words.idleHint}
        bad={words.idleBad}
        from={5}
        to={3600}
      />
      <NumberSetting
        name="compactAt"
        label={words.compactAt}
        hint={words.compactAtHint}
        bad={words.compactAtBad}
        from={50}
        to={95}
        per={100}
      />
    </div>
  );
}
