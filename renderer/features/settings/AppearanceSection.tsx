// How the window looks: light or dark, contrast, motion, size, language. Each is taken on at once.

import { languageName, languages } from '../../core/language.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { SegmentSetting } from './SegmentSetting.tsx';
import { ZoomSetting } from './ZoomSetting.tsx';

const words = lateStrings.settings.appearance;
const system = { value: 'system', label: words.system } as const;

export function AppearanceSection() {
  return (
    <div className="grid max-w-[60ch] grid-cols-1 gap-5">
      <SegmentSetting
        name="theme"
        label={words.theme}
        choices={[system, { value: 'light', label: words.light }, { value: 'dark', label: words.dark }]}
      />
      <SegmentSetting
        name="contrast"
        label={words.contrast}
        hint={words.contrastHint}
        choices={[system, { value: 'more', label: words.contrastMore }]}
      />
      <SegmentSetting
        name="motion"
        label={words.motion}
        hint={words.motionHint}
        choices={[system, { value: 'less', label: words.motionLess }]}
      />
      <ZoomSetting />
      <SegmentSetting
        name="language"
        label={words.language}
        hint={words.languageHint}
        choices={[system, ...languages.map((tag) => ({ value: tag, label: languageName(tag), lang: tag }))]}
      />
    </div>
  );
}
