// PERF-6: what comes from the host is drawn at most once a frame, after the keys of the person, and less often where
// frames take long.

import { describe, expect, it } from 'vitest';
import { createFrameSchedule, type FrameSource } from '../../renderer/core/state/frames.ts';

function fakeFrames() {
  let now = 0;
  let key = (): void => {};
  let hidden = false;
  const frames: (() => void)[] = [];
  const afterwards: (() => void)[] = [];
  const timers: { callback: () => void; ms: number }[] = [];
  const source: FrameSource = {
    hidden: () => hidden,
    now: () => now,
    requestFrame: (callback) => void frames.push(callback),
    afterFrame: (callback) => void afterwards.push(callback),
    setTimeout: (callback, ms) => void timers.push({ callback, ms }),
    onKey: (callback) => {
      key = callback;
    },
  };
  return {
    source,
    timers,
    press: () => key(),
    hide: () => {
      hidden = true;
    },
    /** The browser makes a frame, which takes so long. */
    frame(took = 4) {
      now += 16;
      for (const callback of frames.splice(0)) callback();
      now += took;
      for (const callback of afterwards.splice(0)) callback();
    },
  };
}

describe('frames', () => {
  it('draw what came since the last one together', () => {
    const browser = fakeFrames();
    const schedule = createFrameSchedule(browser.source);
    const drawn: string[] = [];
    schedule(() => drawn.push('one'));
    schedule(() => drawn.push('other'));
    expect(drawn).toEqual([]);
    browser.frame();
    expect(drawn).toEqual(['one', 'other']);
    browser.frame();
    expect(drawn).toHaveLength(2);
  });

  it('show a key first', () => {
    const browser = fakeFrames();
    const schedule = createFrameSchedule(browser.source);
    let drawn = 0;
    schedule(() => drawn++);
    browser.press();
    browser.frame();
    expect(drawn).toBe(0);
    browser.frame();
    expect(drawn).toBe(1);
  });

  it('show what comes within a fifth of a second, however fast one types', () => {
    const browser = fakeFrames();
    const schedule = createFrameSchedule(browser.source);
    let drawn = 0;
    schedule(() => drawn++);
    let frames = 0;
    while (drawn === 0 && frames++ < 100) {
      browser.press();
      browser.frame();
    }
    expect(frames * 20).toBeGreaterThan(100);
    expect(frames * 20).toBeLessThan(240);
  });

  it('leave time between them where they take long, and none where they are quick', () => {
    const browser = fakeFrames();
    const schedule = createFrameSchedule(browser.source);
    let drawn = 0;
    const count = (): void => void drawn++;
    schedule(count);
    browser.frame(50);
    expect(drawn).toBe(1);
    schedule(count);
    for (let frame = 0; frame < 4; frame++) browser.frame(0);
    expect(drawn).toBe(1);
    for (let frame = 0; frame < 4; frame++) browser.frame(0);
    expect(drawn).toBe(2);
    for (let more = 3; more < 6; more++) {
      schedule(count);
      browser.frame(2);
      expect(drawn).toBe(more);
    }
  });

  it('are a timer while the window is hidden', () => {
    const browser = fakeFrames();
    browser.hide();
    const schedule = createFrameSchedule(browser.source);
    let drawn = 0;
    schedule(() => drawn++);
    browser.frame();
    expect(drawn).toBe(0);
    expect(browser.timers.map(({ ms }) => ms)).toEqual([250]);
    browser.timers[0]?.callback();
    expect(drawn).toBe(1);
  });
});
