// Shares of other apps: text with files, what was left out, and a device that may not send.

import type { OpenDialog } from '../../../../renderer/core/state/viewStore.ts';
import { refusedTo } from '../../../../shared/features/remote/needs.ts';
import { snapshotFixture } from '../../appFixture.ts';
import type { Scene } from '../../scene.ts';

type Share = Extract<OpenDialog, { type: 'shared' }>['share'];

const article: Share = {
  id: 's',
  text: 'How sourdough starters survive a week without flour\n\nhttps://bread.example/starters?ref=phone',
  files: [
    new File([new Uint8Array(2_400_000)], 'IMG_20261129_081203.jpg', { type: 'image/jpeg' }),
    new File(['x'.repeat(18_400)], 'a-recipe-with-a-long-name-that-has-no-space-to-wrap-at-anywhere.pdf'),
  ],
  left: [],
  isCut: false,
};

const scene = (share: Share): Scene => ({
  snapshot: snapshotFixture(),
  conversation: null,
  dialog: { type: 'shared', share },
});

export const phoneScenes: Record<string, () => Scene> = {
  shared: () => scene(article),
  sharedPartly: () =>
    scene({ ...article, text: '<b>bold</b>\u200b '.repeat(400), left: ['holiday.mp4', 'disk.iso'], isCut: true }),
  sharedLongNames: () =>
    scene({
      ...article,
      text: `https://bread.example/${'a'.repeat(300)}`,
      files: Array.from(
        { length: 12 },
        (_, at) => new File(['x'.repeat(1200 * at)], `${'quarterly-report-of-the-bakery-'.repeat(3)}${at}.pdf`),
      ),
      left: [`${'recording_'.repeat(11)}.mp4`, 'disk.iso', `${'w'.repeat(116)}.zip`],
    }),
  sharedWatching: () => {
    const drawn = scene(article);
    return { ...drawn, snapshot: { ...drawn.snapshot, device: { right: 'watch', refused: refusedTo('watch') } } };
  },
};
