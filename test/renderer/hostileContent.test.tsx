// Everything that content could try, at each point of a stream, drawn by the window's renderer and by one that trusts it.

import { beforeAll, describe, expect, test } from 'vitest';
import { Markdown } from '../../renderer/markdown/Markdown.tsx';
import type { Session } from '../../renderer/state/session.ts';
import { cite } from '../support/cite.ts';
import { joinSession, snapshotFixture } from '../support/scriptedHost.ts';
import { staticMarkup } from '../support/staticMarkup.tsx';
import { beginnings, hostileContent } from './hostileContent.ts';
import { problems } from './markupJudge.ts';
import { naiveHtml } from './naiveRenderer.ts';

let session: Session;
beforeAll(async () => {
  session = joinSession({ snapshot: snapshotFixture() }).session;
  await session.maths.load();
});

const html = (text: string, streaming = false): string =>
  staticMarkup(session, <Markdown text={text} streaming={streaming} />);

describe('what content can do to the page', () => {
  for (const { name, text, inert } of hostileContent) {
    test(cite(['SEC-4', 'UI-4'], `${name}: nothing loads, runs or navigates, at every beginning of it`), () => {
      for (const beginning of beginnings(text)) expect(problems(html(beginning, true))).toEqual([]);
      expect(problems(html(text))).toEqual([]);
      // A renderer that trusts the text is caught: the check is able to fail.
      if (!inert) expect(problems(naiveHtml(text))).not.toEqual([]);
    });
  }
});
