// Settings for exporting runs to a trace store: address, headers, whether to include message content, and status.

import { Route } from 'lucide-react';
import type { Settings } from '../../../shared/features/settings/settings.ts';
import type { TracesInfo } from '../../../shared/features/traces/methods.ts';
import type { SettingsPage } from '../../core/feature.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions, useApp } from '../../core/state/context.tsx';
import { useHostInfo } from '../../core/state/useHostInfo.ts';
import { CommitOnBlurField } from '../../ui/FormFields.tsx';
import { SettingCheckbox } from '../settings/SettingFields.tsx';
import { useSetting } from '../settings/useSetting.ts';
import { TraceHeaders } from './TraceHeaders.tsx';
import { TraceState } from './TraceState.tsx';

const words = lateStrings.settings.traces;

function TracesSection() {
  const saved = useApp((snapshot) => snapshot.settings.traces);
  const { call } = useActions();
  const { error, change } = useSetting();
  const { info, setInfo, reload } = useHostInfo<TracesInfo>(
    () => call('traces.info', {}),
    (event) => (event.type === 'traces.changed' ? event.info : null),
  );
  const put = (patch: Partial<Settings['traces']>) => void change({ traces: { ...saved, ...patch } });
  const hasAddress = saved.address !== '';
  return (
    <div className="grid max-w-120 gap-5">
      <p className="text-ink-2 text-ui">{words.intro}</p>
      <TextSetting field="address" placeholder="http://localhost:4318" />
      <SettingCheckbox
        label={words.on}
        hint={hasAddress ? words.onHint : words.onNeedsAddress}
        checked={saved.on && hasAddress}
        disabled={!hasAddress}
        error={error}
        onChange={(on) => put({ on })}
      />
      <SettingCheckbox
        label={words.content}
        hint={words.contentHint}
        checked={saved.content}
        onChange={(content) => put({ content })}
      />
      <SettingCheckbox
        label={words.protobuf}
        hint={words.protobufHint}
        checked={saved.encoding === 'protobuf'}
        onChange={(on) => put({ encoding: on ? 'protobuf' : 'json' })}
      />
      {hasAddress && info && <TraceHeaders key={`${saved.address} ${info.headersLost}`} info={info} onInfo={setInfo} />}
      <TextSetting field="service" placeholder="throughline" />
      {hasAddress && info && <TraceState info={info} isOn={saved.on} onTested={reload} />}
    </div>
  );
}

/** A text field that saves on blur. */
function TextSetting({ field, placeholder }: { field: 'address' | 'service'; placeholder: string }) {
  const saved = useApp((snapshot) => snapshot.settings.traces);
  const { error, change, refuse } = useSetting();
  const save = (value: string): void => {
    if (field === 'address' && value !== '' && !isAddress(value)) refuse(words.addressBad);
    else void change({ traces: { ...saved, [field]: value, ...(value === '' ? { on: false } : {}) } });
  };
  return (
    <CommitOnBlurField
      label={words[field]}
      hint={words[`${field}Hint`]}
      error={error}
      inputMode={field === 'address' ? 'url' : 'text'}
      placeholder={placeholder}
      maxLength={field === 'address' ? 2000 : 100}
      isRequired={field === 'service'}
      saved={saved[field]}
      onApply={save}
    />
  );
}

function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text) && !/\/\/[^/?#]*@/.test(text);
}

export const tracesPage: SettingsPage = {
  icon: Route,
  words: [lateStrings.settings.traces, 'OTLP'],
  Section: TracesSection,
};
