// PERF-6: host events render at most once per frame, after the user's keys, and less often if frames take long.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFrameSchedule, type FrameSource, whenIdle } from '../../renderer/core/state/frames.ts';

function fakeFrames() {
  let now = 0;
  let key = (): void => {};
  let hidden = false;
  let onHidden = (): void => {};
  const frames: (() => void)[] = [];
  const afterwards: (() => void)[] = [];
  const timers: { callback: () => void; due: number }[] = [];
  const source: FrameSource = {
    hidden: () => hidden,
    now: () => now,
    requestFrame: (callback) => void frames.push(callback),
    afterFrame: (callback) => void afterwards.push(callback),
    setTimeout: (callback, ms) => void timers.push({ callback, due: now + ms }),
    onKey: (callback) => {
      key = callback;
    },
    onHidden: (callback) => {
      onHidden = callback;
    },
  };
  return {
    source,
    timers,
    press: () => key(),
    hide: () => {
      hidden = true;
      onHidden();
    },
    /** The browser renders a frame, which takes this long, and paints it. */
    frame(took = 4, onPaint = (): void => {}) {
      now += 16;
      for (const timer of timers.filter(({ due }) => due <= now)) {
        timers.splice(timers.indexOf(timer), 1);
        timer.callback();
      }
      if (!hidden) for (const callback of frames.splice(0)) callback();
      now += took;
      onPaint();
      for (const callback of afterwards.splice(0)) callback();
    },
  };
}

describe('frames', () => {
  it('render everything that arrived since the last one together', () => {
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

  it('show a keystroke first, then what arrived', () => {
    const browser = fakeFrames();
    const schedule = createFrameSchedule(browser.source);
    const shown: string[] = [];
    schedule(() => shown.push('events'));
    browser.press();
    browser.frame(4, () => shown.push('key'));
    expect(shown).toEqual(['key', 'events']);
  });

  it('render right after keys while the user types, never just before the next one', () => {
    const browser = fakeFrames();
    const schedule = createFrameSchedule(browser.source);
    const gaps: number[] = [];
    let sinceKey = 0;
    for (let frame = 0; frame < 90; frame++) {
      if (frame % 6 === 0) {
        browser.press();
        sinceKey = 0;
      }
      schedule(() => gaps.push(sinceKey));
      browser.frame();
      sinceKey++;
    }
    // Of fifteen keys. All that arrived since the key before is shown together.
    expect(gaps.length).toBeGreaterThan(80);
    expect(new Set(gaps)).toEqual(new Set([0]));
  });

  it('show arrived events within a fifth of a second once the typing ends', () => {
    const browser = fakeFrames();
    const schedule = createFrameSchedule(browser.source);
    let drawn = 0;
    browser.press();
    browser.frame();
    schedule(() => drawn++);
    let frames = 0;
    while (drawn === 0 && frames++ < 100) browser.frame();
    expect(frames * 20).toBeGreaterThan(100);
    expect(frames * 20).toBeLessThan(240);
  });

  it('run at most thirty times a second while more arrives', () => {
    const browser = fakeFrames();
    const schedule = createFrameSchedule(browser.source);
    let drawn = 0;
    let frames = 0;
    for (let frame = 0; frame < 100; frame++) {
      const before = drawn;
      schedule(() => drawn++);
      browser.frame(0);
      if (drawn > before) frames++;
    }
    // Of a hundred frames, which take 1.6 seconds.
    expect(frames).toBeGreaterThan(40);
    expect(frames).toBeLessThan(52);
  });

  it('leave twice the time that one took free', () => {
    const browser = fakeFrames();
    const schedule = createFrameSchedule(browser.source);
    let drawn = 0;
    schedule(() => drawn++);
    browser.frame(50);
    schedule(() => drawn++);
    for (let frame = 0; frame < 6; frame++) browser.frame(0);
    expect(drawn).toBe(1);
    for (let frame = 0; frame < 3; frame++) browser.frame(0);
    expect(drawn).toBe(2);
  });

  it('run on a timer while the window is hidden', () => {
    const browser = fakeFrames();
    browser.hide();
    const schedule = createFrameSchedule(browser.source);
    let drawn = 0;
    schedule(() => drawn++);
    for (let ms = 0; ms < 240; ms += 16) browser.frame(0);
    expect(drawn).toBe(0);
    for (let frame = 0; frame < 2; frame++) browser.frame(0);
    expect(drawn).toBe(1);
  });

  it('do not wait for one requested before the window was hidden', () => {
    const browser = fakeFrames();
    const schedule = createFrameSchedule(browser.source);
    let drawn = 0;
    schedule(() => drawn++);
    browser.hide();
    for (let frame = 0; frame < 20; frame++) browser.frame(0);
    expect(drawn).toBe(1);
  });
});

describe('what the first screen does not wait for', () => {
  afterEach(() => vi.unstubAllGlobals());

  function idle() {
    const waiting = new Map<number, () => void>();
    vi.stubGlobal('requestIdleCallback', (callback: () => void) => {
      waiting.set(waiting.size, callback);
      return waiting.size - 1;
    });
    vi.stubGlobal('cancelIdleCallback', (id: number) => waiting.delete(id));
    const calls: string[] = [];
    const stop = whenIdle(() => {
      calls.push('begin');
      return () => calls.push('end');
    });
    return { waiting, calls, stop };
  }

  it('begins when the page is idle, and ends when it is not needed any more', () => {
    const { waiting, calls, stop } = idle();
    expect(calls).toEqual([]);
    for (const callback of waiting.values()) callback();
    expect(calls).toEqual(['begin']);
    stop();
    expect(calls).toEqual(['begin', 'end']);
  });

  it('does not begin if it is not needed any more by then', () => {
    const { waiting, calls, stop } = idle();
    stop();
    expect(waiting.size).toBe(0);
    expect(calls).toEqual([]);
  });
});
