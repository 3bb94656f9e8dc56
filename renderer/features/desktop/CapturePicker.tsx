// Chooses a window or a screen, and a region of it, to attach as a picture. Nothing is captured before the user chooses.

import { useCallback, useRef, useState } from 'react';
import type { CaptureSource } from '../../../shared/features/desktop/methods.ts';
import { LoadState, useAsyncValue } from '../../core/parts/LoadState.tsx';
import { useActions } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { cropped, type Region, regionOf } from './region.ts';
import { desktopWords } from './words.ts';

const words = desktopWords.capture;

interface CapturePickerProps {
  /** Null: the user chose nothing. */
  onDone: (file: File | null) => void;
}

export function CapturePicker({ onDone }: CapturePickerProps) {
  const { call } = useActions();
  const { value, error, load } = useAsyncValue(useCallback(() => call('desktop.sources', {}), [call]));
  const [image, setImage] = useState<string | null>(null);
  const [isGone, setGone] = useState(false);

  async function choose({ id }: CaptureSource): Promise<void> {
    const answer = await call('desktop.capture', { sourceId: id });
    const picture = answer.ok ? answer.value.image : null;
    setGone(picture === null);
    setImage(picture);
    if (picture === null) load();
  }

  if (image !== null) return <RegionPicker image={image} onBack={() => setImage(null)} onDone={onDone} />;
  const problem = value?.problem ? strings.sentences.host(value.problem) : isGone ? words.gone : null;
  const groups = [
    { label: words.windows, sources: value?.sources.filter(({ kind }) => kind === 'window') ?? [] },
    { label: words.screens, sources: value?.sources.filter(({ kind }) => kind === 'screen') ?? [] },
  ];
  return (
    <section aria-label={words.title} className="flex min-h-0 flex-1 flex-col">
      <div className="min-h-0 flex-1 overflow-y-auto px-3 pb-2">
        <h2 className="font-strong text-ui">{words.title}</h2>
        {problem !== null && (
          <p role="alert" className="mt-1 text-ink-2 text-ui">
            {problem}
          </p>
        )}
        <LoadState loaded={value !== null} error={error} onAgain={load} loading={words.loading} />
        {groups.map(
          ({ label, sources }) =>
            sources.length > 0 && (
              <div key={label}>
                <h3 className="mt-2 mb-1 text-ink-3 text-small">{label}</h3>
                <ul className="grid grid-cols-[repeat(auto-fill,minmax(140px,1fr))] gap-2">
                  {sources.map((source) => (
                    <li key={source.id}>
                      <button
                        type="button"
                        data-source={source.kind}
                        onClick={() => void choose(source)}
                        className="flex w-full flex-col gap-1 rounded-m p-1 text-left hover:bg-hover"
                      >
                        <img
                          src={addressOf(source.preview)}
                          alt=""
                          className="h-20 w-full rounded-s border border-line object-contain"
                        />
                        <span className="truncate text-small" title={visibleText(source.name)}>
                          {visibleText(source.name)}
                        </span>
                      </button>
                    </li>
                  ))}
                </ul>
              </div>
            ),
        )}
      </div>
      <div className="flex shrink-0 justify-end gap-2 border-line border-t p-2">
        <Button onClick={() => onDone(null)}>{words.back}</Button>
      </div>
    </section>
  );
}

function pngOf(image: string): Blob {
  return new Blob([Uint8Array.from(atob(image), (character) => character.charCodeAt(0))], { type: 'image/png' });
}

function addressOf(image: string): string {
  return `data:image/png;base64,${image}`;
}

interface RegionPickerProps {
  image: string;
  onBack: () => void;
  onDone: (file: File | null) => void;
}

function RegionPicker({ image, onBack, onDone }: RegionPickerProps) {
  const place = useRef<HTMLImageElement>(null);
  const [start, setStart] = useState<{ x: number; y: number } | null>(null);
  const [region, setRegion] = useState<Region | null>(null);
  const at = (event: React.PointerEvent) => ({ x: event.clientX, y: event.clientY });
  const finish = async (part: Region | null): Promise<void> => {
    const whole = pngOf(image);
    const blob = part && place.current ? await cropped(place.current, part) : whole;
    onDone(new File([blob ?? whole], words.file, { type: 'image/png' }));
  };
  return (
    <section aria-label={words.region} className="flex min-h-0 flex-1 flex-col">
      <p className="shrink-0 px-3 pb-1 text-ink-2 text-small">{words.regionHint}</p>
      <div className="flex min-h-0 flex-1 items-center justify-center px-3 [container-type:size]">
        <div
          className="relative cursor-crosshair touch-none select-none border border-line"
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            setStart(at(event));
            setRegion(null);
          }}
          onPointerMove={(event) => {
            if (start && place.current) setRegion(regionOf(place.current.getBoundingClientRect(), start, at(event)));
          }}
          onPointerUp={() => setStart(null)}
        >
          <img
            ref={place}
            src={addressOf(image)}
            alt={words.region}
            draggable={false}
            className="block max-h-[calc(100cqh-2px)] max-w-[calc(100cqw-2px)]"
          />
          {region && (
            <div
              data-region
              className="pointer-events-none absolute border-2 border-accent bg-accent/15"
              style={{
                left: `${region.x * 100}%`,
                top: `${region.y * 100}%`,
                width: `${region.width * 100}%`,
                height: `${region.height * 100}%`,
              }}
            />
          )}
        </div>
      </div>
      <div className="flex shrink-0 flex-wrap justify-end gap-2 p-2">
        <Button onClick={onBack}>{words.back}</Button>
        <Button tone={region ? 'secondary' : 'primary'} onClick={() => void finish(null)}>
          {words.attachAll}
        </Button>
        {region && (
          <Button tone="primary" onClick={() => void finish(region)}>
            {words.attachRegion}
          </Button>
        )}
      </div>
    </section>
  );
}
