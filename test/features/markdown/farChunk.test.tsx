// The placeholder of a distant part of a reply may scroll into view for a frame, and is laid out then.

import { expect, test } from 'vitest';
import { FarChunk } from '../../../renderer/features/markdown/FarChunk.tsx';
import { createReplyReader } from '../../../renderer/features/markdown/reply.ts';
import { cite } from '../../support/cite.ts';
import { joinSession, snapshotFixture } from '../../support/scriptedHost.ts';
import { staticMarkup } from '../../support/staticMarkup.tsx';
import { hostileTexts, ofSize } from './hostileMarkdown.ts';

test.each(hostileTexts.filter(({ name }) => name.startsWith('marks on one letter')))(
  cite('UI-5', 'an unrendered part contains no letter with more marks than can be laid out: $name'),
  (entry) => {
    const { session } = joinSession({ snapshot: snapshotFixture() });
    const text = ofSize(entry, 20_000);
    const { chunks, definitions } = createReplyReader().read(text);
    const never = () => () => {};
    const markup = staticMarkup(
      session,
      chunks.map((chunk) => (
        <FarChunk key={chunk.key} chunk={chunk} definitions={definitions} open={false} first={false} watch={never} />
      )),
    );
    expect(markup).toContain('data-far');
    expect(markup.match(/\p{M}/gu)?.length).toBe(text.match(/\p{M}/gu)?.length);
    expect(markup).not.toMatch(/\p{M}{31}/u);
  },
);
